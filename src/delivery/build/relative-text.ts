import type { CSSOptions } from 'vite';

type PostCssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number];

/** Pixels of 1rem at a browser's default font size. */
const PX_PER_REM = 16;

/**
 * Converts font sizes from px, as the design states them, into rem, so that text follows the font size that a reader has set in the
 * browser. Text inside a drawing keeps the drawing's size: its font size is written as `calc(14px)`.
 */
export const relativeText: PostCssPlugin = {
  postcssPlugin: 'relative-text',
  Declaration(declaration) {
    if (!/^(font|font-size|line-height|--pitch)$/.test(declaration.prop)) return;
    if (/calc\(|min\(/.test(declaration.value)) return;
    const relative = declaration.value.replace(/([\d.]+)px/g, (_, px) => `${Number(px) / PX_PER_REM}rem`);
    if (relative !== declaration.value) declaration.value = relative;
  },
};
