/** The version of package.json, as scripts/bundle.mjs writes it. */
declare const PACKAGE_VERSION: string;
