/** Returns the stored choice of theme, or undefined when it follows the phone or storage is blocked. */
export function storedTheme(): 'light' | 'dark' | undefined {
  try {
    const stored = localStorage['theme'];
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}
