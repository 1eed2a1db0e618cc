/** Opens a fold where the screen has room for its content. Done after hydration, because the server does not know the width. */
export function openIfWide(fold: HTMLDetailsElement | null): void {
  if (fold && matchMedia('(min-width: 1000px)').matches) fold.open = true;
}
