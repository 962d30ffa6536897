// What a page's Content-Security-Policy does to scripts that run in workers, on the page and inside the workers
// themselves.

/** The policy of Trusted Types that the package makes; a page that lists its policies has to list this one. */
const POLICY = "nanikiru";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/**
 * Makes a worker, with `make` or, on a page that requires Trusted Types, from an address that a policy has passed. It
 * passes only what this package asks for: its own worker, or the `workerUrl` of the caller.
 */
export function underPolicy(make: () => Worker, url: () => string, options: WorkerOptions): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  try {
    // first as it is: bundlers that know of Trusted Types have a policy of their own for it
    return make();
  } catch (error) {
    if (!trustedTypes || !(error instanceof TypeError)) throw error;
    try {
      policy ??= trustedTypes.createPolicy(POLICY, { createScriptURL: (address) => address });
    } catch (refused) {
      const hint = `add ${POLICY} to the directive trusted-types of the page's Content-Security-Policy`;
      throw new Error(`${hint} (${refused instanceof Error ? refused.message : String(refused)})`);
    }
    return new Worker(policy.createScriptURL(url()) as string, options);
  }
}

/** Listens for what the policy blocks; `end` gives it in words that say what to add, if there was anything. */
export function watchPolicy(directives: RegExp): { blocked(): string | undefined; end(): void } {
  let blocked: string | undefined;
  const hear = (event: Event) => {
    const { effectiveDirective, blockedURI, disposition } = event as SecurityPolicyViolationEvent;
    if (disposition !== "enforce" || !directives.test(effectiveDirective)) return;
    const needed = blockedURI.startsWith("blob") ? "blob:" : /^https?:\/\/[^/]+/.exec(blockedURI)?.[0];
    // not an address: something else of the page's
    if (needed === undefined) return;
    blocked ??= `the page's Content-Security-Policy blocks ${blockedURI}: add ${needed} to ${effectiveDirective}`;
  };
  globalThis.addEventListener("securitypolicyviolation", hear);
  return {
    blocked: () => blocked,
    end: () => globalThis.removeEventListener("securitypolicyviolation", hear),
  };
}
