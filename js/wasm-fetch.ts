// WebAssembly and workers on a page: files over the network, and what a Content-Security-Policy does to them,
// on the page and inside workers.

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

// A WebAssembly file over the network, on the page and inside the worker.

/** A report comes after so many bytes. */
const STEP = 1 << 16;

/** Counts the bytes of a copy: the answer itself stays what browsers keep compiled code of. */
async function count(copy: Response, came: (bytes: number) => void): Promise<void> {
  const reader = copy.body?.getReader();
  let [done, said] = [0, 0];
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    done += part.value.length;
    if (done - said < STEP) continue;
    said = done;
    came(done);
  }
}

/**
 * Compiles while it loads where the server says application/wasm; says what came instead of WebAssembly. `came` hears
 * how many bytes came.
 */
export async function fetchWasm(
  url: string,
  came?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer> | WebAssembly.Module> {
  const policy = watchPolicy(/^connect-src/);
  const response = await fetch(url)
    .catch((error: unknown) => {
      throw new Error(`${url}: ${policy.blocked() ?? String(error)}`);
    })
    .finally(policy.end);
  // an answer that breaks off is an error below
  if (came && response.ok) count(response.clone(), came).catch(() => {});
  const type = response.headers.get("Content-Type") ?? "";
  if (response.ok && type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const [a, b, c, d] = bytes;
  if (response.ok && a === 0 && b === 0x61 && c === 0x73 && d === 0x6d) return bytes;
  const begin = new TextDecoder().decode(bytes.subarray(0, 16));
  throw new Error(
    `${url} is no WebAssembly: HTTP ${response.status}, ${type || "no type"}, begins with ${JSON.stringify(begin)}`,
  );
}
