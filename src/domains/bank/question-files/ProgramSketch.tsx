import type { ReactNode } from 'react';

/** What a program looks like from afar, drawn by us: a grid, a form, answer cards, bubbles, a tree of questions, a page, a stack, a text. */
export type SketchKind = 'table' | 'form' | 'cards' | 'bubbles' | 'tree' | 'page' | 'stack' | 'document';

const line = (x: number, y: number, width: number) => (
  <rect key={`${x} ${y}`} x={x} y={y} width={width} height="5" rx="2.5" opacity="0.45" />
);

const SKETCHES: Readonly<Record<SketchKind, ReactNode>> = {
  table: (
    <>
      <rect x="40" y="34" width="160" height="18" opacity="0.25" />
      {[34, 52, 70, 88, 106].map((y) => (
        <path key={y} d={`M40 ${y}H200`} stroke="currentColor" fill="none" />
      ))}
      {[40, 104, 128, 152, 176, 200].map((x) => (
        <path key={x} d={`M${x} 34V106`} stroke="currentColor" fill="none" />
      ))}
      {[58, 76, 94].map((y) => line(48, y, 46))}
    </>
  ),
  form: (
    <>
      {line(60, 34, 110)}
      {[52, 72, 92].map((y) => (
        <g key={y}>
          <circle cx="66" cy={y + 3} r="5" fill="none" stroke="currentColor" strokeWidth="2" />
          {line(80, y, 80)}
        </g>
      ))}
      <circle cx="66" cy="75" r="2.5" />
    </>
  ),
  cards: (
    <>
      {line(70, 30, 100)}
      <path d="M48 52h68v24H48z" opacity="0.8" />
      <path d="M124 52h68v24h-68z" opacity="0.55" />
      <path d="M48 82h68v24H48z" opacity="0.4" />
      <path d="M124 82h68v24h-68z" opacity="0.25" />
    </>
  ),
  bubbles: (
    <>
      <rect x="60" y="32" width="120" height="26" rx="8" opacity="0.3" />
      {[72, 104, 136, 168].map((x, index) => (
        <circle key={x} cx={x} cy="84" r="13" opacity={index === 1 ? 0.9 : 0.35} />
      ))}
    </>
  ),
  tree: (
    <>
      <path d="M62 34V100M62 54h22M62 78h22M62 100h22" stroke="currentColor" strokeWidth="2" fill="none" />
      <rect x="52" y="26" width="20" height="14" rx="3" opacity="0.7" />
      {[50, 74, 96].map((y) => line(92, y, 84))}
    </>
  ),
  page: (
    <>
      <rect x="40" y="28" width="34" height="80" rx="3" opacity="0.3" />
      {line(86, 34, 90)}
      {line(86, 48, 70)}
      <rect x="86" y="64" width="106" height="40" rx="4" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="m98 84 8 8 16-16" stroke="currentColor" strokeWidth="3" fill="none" />
    </>
  ),
  stack: (
    <>
      <rect x="64" y="28" width="112" height="56" rx="4" opacity="0.2" />
      <rect x="56" y="38" width="112" height="56" rx="4" opacity="0.35" />
      <rect x="48" y="48" width="112" height="56" rx="4" opacity="0.6" />
    </>
  ),
  document: (
    <>
      <path d="M74 22h70l22 22v66H74z" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M144 22v22h22" fill="none" stroke="currentColor" strokeWidth="2" />
      {[56, 68, 80, 92].map((y, index) => line(86, y, index === 3 ? 36 : 66))}
    </>
  ),
};

/** A drawing of a program's window, in the colour of the text. It shows no program's logo. */
export function ProgramSketch({ kind, className }: { kind: SketchKind; className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 240 124" width="240" height="124" fill="currentColor" aria-hidden="true">
      <rect x="21" y="3" width="198" height="118" rx="8" fill="none" stroke="currentColor" strokeWidth="2" />
      {kind !== 'document' && (
        <>
          <path d="M21 18h198" stroke="currentColor" fill="none" opacity="0.5" />
          {[32, 42, 52].map((x) => (
            <circle key={x} cx={x} cy="11" r="2.5" opacity="0.5" />
          ))}
        </>
      )}
      {SKETCHES[kind]}
    </svg>
  );
}
