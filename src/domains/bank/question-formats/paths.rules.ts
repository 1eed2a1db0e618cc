/** Resolves a path relative to another file's folder, with `..` and escapes; never outside the package. */
export function join(from: string, href: string): string {
  const parts = href.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of decoded(href.split(/[?#]/)[0] ?? '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
