import fs from 'node:fs';
import { expect, test } from 'vitest';
import { renderText } from './math.server.ts';

test.each([
  ['nested tenfold expansion', String.raw`$\def\a{${'x'.repeat(99)}}\def\b{\a\a\a\a\a\a\a\a\a\a}\b\b\b$`],
  ['with newcommand', String.raw`$\newcommand{\a}{x}\a$`],
  ['globally', String.raw`$\global\let\a=x\a$`],
  ['with immediate expansion', String.raw`$\edef\a{x}\a$`],
])('a formula cannot define commands: %s', (_, text) => {
  expect(() => renderText(text)).toThrow(/não pode definir comandos/);
});

test('T44 the length of a formula, its expansion and its output are limited', () => {
  expect(() => renderText(`$${String.raw`\dots `.repeat(51)}$`)).toThrow(/não se consegue ler/);
  expect(() => renderText(`$${'x'.repeat(601)}$`)).toThrow(/no máximo 600 caracteres/);
  // Six hundred characters that expand to seventeen thousand: three such formulas are allowed, four exceed the limit.
  const swelling = `$x${"'".repeat(598)}$`;
  expect(renderText(swelling.repeat(3)).length).toBeGreaterThan(45_000);
  expect(() => renderText(swelling.repeat(4))).toThrow('As fórmulas deste texto são demasiado longas.');
});

test('formulas usual in schools are rendered', () => {
  for (const formula of [
    String.raw`\frac{1}{2} < \frac{3}{4}`,
    String.raw`\sqrt[3]{27} \times 10^{-2} \,\mathrm{km}`,
    String.raw`\begin{cases} x & x \geq 0 \\ -x & x < 0 \end{cases}`,
    String.raw`\left( \overline{AB} \parallel \overline{CD} \right) \Rightarrow \widehat{ABC} = 90^\circ`,
    String.raw`\lim_{x \to \infty} \sum_{i=1}^{n} \int_0^1 f(x)\,dx`,
  ])
    expect(renderText(`$${formula}$`)).toMatch(/^<math.*<\/math>$/s);
});

test('a place of the palette that nobody has filled in is no formula', () => {
  for (const formula of [String.raw`\frac{1}{…}`, '…^{2}', String.raw`…\frac{1}{2}`, String.raw`\sqrt{…}`])
    expect(() => renderText(`$${formula}$`)).toThrow(/Falta preencher uma parte da fórmula/);
  expect(renderText('$1, 2, …, 9$')).toMatch(/^<math/);
});

test('a formula that refers to another is refused: it would be an empty link', () => {
  for (const formula of [String.raw`\ref{a}`, String.raw`\eqref{a}`])
    expect(() => renderText(`$${formula}$`)).toThrow(/não pode remeter para outra/);
  expect(renderText(String.raw`$\label{a} x$`)).toMatch(/^<math/);
});

test('a formula whose lines would not be shown is refused; those above and below an expression have their style', () => {
  for (const formula of [
    String.raw`\cancel{5}`,
    String.raw`\sout{5}`,
    String.raw`\boxed{5}`,
    String.raw`\fbox{5}`,
    String.raw`\begin{array}{r} 12 \\ +3 \\ \hline 15 \end{array}`,
  ])
    expect(() => renderText(`$${formula}$`)).toThrow(/tem um risco ou uma caixa que os telemóveis não mostram/);
  const styles = fs.readFileSync(new URL('../../../web/ui/base/type.css', import.meta.url), 'utf8');
  for (const line of ['overline', 'underline']) {
    expect(renderText(`$\\${line}{AB}$`)).toContain(`class="tml-${line}"`);
    expect(styles).toMatch(new RegExp(`\\.tml-${line} \\{[^}]*border-`));
  }
});

test('a root has its sign: Chrome takes it from the first font of the element, and Figtree has none', () => {
  const styles = fs.readFileSync(new URL('../../../web/ui/base/type.css', import.meta.url), 'utf8');
  expect(renderText('$\\sqrt{16} + \\sqrt[3]{8}$')).toMatch(/<msqrt>.*<mroot>/s);
  expect(styles).toMatch(/\nmsqrt,\nmroot \{\s+font-family: (?!.*(?:Figtree|--font)).+;/);
});
