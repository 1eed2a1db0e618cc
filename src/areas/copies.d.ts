/** Made by scripts/screens.ts from the route table in pages.ts. */
declare module 'virtual:copies' {
  /** Pattern of the address of a page that the device keeps a copy of, and the name of the copy. */
  export const COPIES: readonly (readonly [RegExp, string])[];
}
