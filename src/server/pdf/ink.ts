/** The light theme of `web/ui/base/tokens.css`, for all that has no style sheet of the app: PDFs, mails and pages opened once. */
export const INK = {
  bg: '#faf6eb',
  ink: '#1a2140',
  ink2: '#474d66',
  ink3: '#5f6478',
  line: '#ddd4c1',
  lineStrong: '#857d6b',
  rule: '#d6e0ec',
  margin: '#e0a39b',
  surface: '#fffefa',
  sunken: '#f2ebdb',
  brand: '#28398a',
  brandSoft: '#e7eaf6',
  onBrand: '#ffffff',
  brass: '#f3b73b',
  brassSoft: '#fff1d2',
  brassInk: '#6b4200',
  cover: '#1f2c6d',
  onCover: '#fbf6e9',
  ok: '#14603a',
  okSoft: '#e1f1e6',
  okBar: '#2c8a57',
  low: '#a01d1a',
  lowSoft: '#fce7e3',
  lowBar: '#cb3a30',
  dotEdge: '#1a2140',
  label: '#fbf6e9',
  labelInk2: '#4a4736',
  labelLine: '#b9ae95',
} as const;

/** The dark theme, for mails and pages opened once. */
export const DARK_INK = {
  bg: '#11171b',
  ink: '#f3f0e7',
  ink2: '#c8cbc6',
  line: '#33404a',
  lineStrong: '#82909a',
  rule: '#27333b',
  margin: '#7a3b38',
  surface: '#1a2227',
  sunken: '#232d33',
  brand: '#b4c0ff',
  onBrand: '#141b3f',
  brassSoft: '#3a2d10',
  brassInk: '#f8d48a',
  cover: '#1e2a66',
  ok: '#86dca8',
  low: '#ffa79d',
  dotEdge: '#f3f0e7',
} as const satisfies { [Name in keyof typeof INK]?: string };

export const PAGE = { width: 595.28, height: 841.89 } as const;

/** The six cover colours; a child's is `coverInk(child.cover)`. */
const COVERS = ['#1f2c6d', '#0f4f63', '#8a3b12', '#5b2468', '#14503a', '#7a1f33'] as const;

/** Returns the colour of a child's cover; covers count from 1 and repeat after six. */
export const coverInk = (cover: number): string => COVERS[(((cover - 1) % 6) + 6) % 6] ?? COVERS[0];
