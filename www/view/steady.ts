/** Keeps the row under the pointer, or with the focus, where it is on the screen, whatever grows above it. */

export function steady(render: () => void): () => void {
  return () => {
    const row = document.querySelector("#candidates tbody tr:hover, #candidates tbody tr:focus");
    const before = row?.getBoundingClientRect().top ?? 0;
    render();
    if (!row?.isConnected) return;
    const by = row.getBoundingClientRect().top - before;
    if (Math.abs(by) >= 0.5) scrollBy({ top: by, behavior: "instant" });
  };
}
