// Before `npm start`, `npm test` and `npm run build`: a Node that is too old fails in words, and not in the syntax of the
// scripts. So this file is written for any Node.
var MINIMUM = 20;

/** What is wrong with a version such as "18.20.4", or undefined. */
function problem(version) {
  return parseInt(version, 10) < MINIMUM ? "Node " + MINIMUM + " or newer is needed, this is " + version + ": https://nodejs.org" : undefined;
}

module.exports = { problem: problem };

if (require.main === module) {
  var found = problem(process.versions.node);
  if (found) {
    console.error("✗ " + found);
    process.exitCode = 1;
  }
}
