import { describe, expect, test } from 'vitest';
import { readDrawing, svgProblems } from './drawings.rules.ts';

const drawing = (inside: string, root = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`;

describe('drawings', () => {
  test.each([
    drawing('<rect x="1" y="1" width="4" height="4" fill="#28398A" stroke="currentColor"/>'),
    drawing('<g fill="none" stroke="currentColor"><path d="M1 1q2 2 4 0z"/><circle cx="2" cy="2" r="1"/></g>'),
    drawing('<text x="1" y="1" fill="currentColor" font-size="3">A &amp; B &lt; C</text>'),
    drawing(
      '<path d="M1 1H9M2 2v3M3 3L4 4" stroke="currentColor"/><line x1="0" y1="0" x2="1" y2="1" stroke="currentColor"/>',
    ),
    `<?xml version="1.0"?>\n<!-- meio bolo -->\n${drawing("<title>Bolo</title><rect fill='none'/>")}\n`,
  ])('%s is accepted', (svg) => {
    expect(svgProblems(svg)).toEqual([]);
  });

  test.each([
    [drawing('<script>alert(1)</script>'), '<script> não é aceite'],
    [drawing('<style>*{}</style>'), '<style> não é aceite'],
    [drawing('<image href="x.png"/>'), '<image> não é aceite'],
    [drawing('<foreignObject></foreignObject>'), '<foreignObject> não é aceite'],
    [drawing('<a href="https://x"><rect fill="none"/></a>'), '<a> não é aceite'],
    [drawing('<use href="#x"/>'), '<use> não é aceite'],
    [drawing('<animate attributeName="x"/>'), '<animate> não é aceite'],
    [drawing('<rect fill="none" onclick="x()"/>'), 'o atributo onclick não é aceite'],
    [drawing('<rect fill="none" onload=x />'), 'mal formado'],
    [drawing('<rect fill="none" style="fill:red"/>'), 'o atributo style não é aceite'],
    [drawing('<rect fill="none" class="x"/>'), 'o atributo class não é aceite'],
    [drawing('<rect fill="none" xlink:href="x"/>'), 'o atributo xlink:href não é aceite'],
    [drawing('<rect fill="#fff"/>'), 'a cor «#fff» não é aceite em fill'],
    [drawing('<rect fill="#28398a"/>'), 'a cor «#28398a» não é aceite em fill'],
    [drawing('<rect fill="var(--brand)"/>'), 'a cor «var(--brand)» não é aceite em fill'],
    [drawing('<rect fill="none" stroke="red"/>'), 'a cor «red» não é aceite em stroke'],
    [drawing('<rect fill="url(#x)"/>'), 'a cor «url(#x)»'],
    [drawing('<rect fill="none" transform="url(https://x)"/>'), 'não é aceite em transform'],
    [drawing('<rect width="4" height="4"/>'), '<rect> não diz o fill'],
    [drawing('<path d="M1 1q2 2 4 0" stroke="currentColor"/>'), '<path> não diz o fill'],
    [drawing('<path d="M1 1h3v3" stroke="currentColor"/>'), '<path> não diz o fill'],
    [drawing('', 'viewBox="0 0 10 10" width="10"'), 'o atributo width não é aceite em <svg>'],
    [drawing('', ''), 'falta um viewBox'],
    [drawing('', 'viewBox="0 0 10"'), 'falta um viewBox'],
    ['<svg viewBox="0 0 1 1"></svg>', 'falta o xmlns'],
    ['<svg xmlns="http://evil" viewBox="0 0 1 1"></svg>', 'não é o do SVG'],
    [drawing('solto'), 'há texto solto'],
    [drawing('<text fill="none">&xxe;</text>'), 'um «&»'],
    [`<!DOCTYPE svg>${drawing('')}`, 'mal formado'],
    [drawing('<![CDATA[x]]>'), 'mal formado'],
    [drawing('<g><rect fill="none"></g>'), '</g> não fecha'],
    [drawing('<rect fill="none"'), 'mal formado'],
    [drawing('<svg viewBox="0 0 1 1"></svg>'), '<svg> não pode estar nesta posição'],
    [`${drawing('')}<rect fill="none"/>`, 'conteúdo depois'],
    [drawing('<rect fill="none" fill="none"/>'), 'atributo repetido'],
    ['<rect fill="none"/>', '<rect> não pode estar nesta posição'],
    ['', 'não é um <svg> completo'],
    [drawing(`<text fill="none">${'é'.repeat(1500)}</text>`), 'o máximo são 3072'],
  ])('%s is refused', (svg, message) => {
    expect(svgProblems(svg).join('; ')).toContain(message);
  });
});

describe('drawings from untrusted files', () => {
  test('declarations, comments and spaces between tags are removed', () => {
    const svg = drawing('<rect fill="none"/>');
    // A browser ends this comment at its first `>` and would execute what follows.
    expect(readDrawing(svg.replace('<rect', '<!--><img src=x onerror=alert(1)>--><rect'))).toEqual({ svg });
    expect(readDrawing(`\ufeff<?xml version="1.0"?>\n<!-- bolo -->\n${svg.replace('<rect', '\n  <rect')}\n`)).toEqual({
      svg,
    });
  });

  test.each([
    drawing('<<!-- -->!--><script>alert(1)</script>-->'),
    drawing('<rect fill="none" onclick="x()"/>'),
    `<!DOCTYPE svg>${drawing('')}`,
    '<html><script>alert(1)</script></html>',
  ])('%s is refused', (svg) => {
    expect(readDrawing(svg)).toEqual({ problem: expect.any(String) });
  });
});
