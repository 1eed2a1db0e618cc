import type { ReactNode } from 'react';
import { countThemes, mapLine } from '../../domains/knowing/knowledge/map-words.rules.ts';
import { USUAL_KILOBYTES } from '../../domains/sitting/attempts/attempts.rules.ts';
import { IconCamera } from '../../domains/sitting/paper/icons.tsx';
import { layoutOf } from '../../domains/sitting/paper/layout.rules.ts';
import { answerPart, type Shape } from '../../domains/sitting/paper/sheet-drawing.rules.ts';
import { MAX_PREPARED } from '../../domains/sitting/prepared/prepared.rules.ts';
import type { ThemeState } from '../../shared/sona.ts';
import { Sona } from '../../web/ui/paper/Sona.tsx';
import { LandingPart } from './LandingPart.tsx';
import styles from './LandingPieces.module.css';

/** Renders the list of the product's parts, each with a picture. Where possible the app's own components draw it. */
export function LandingPieces() {
  return (
    <LandingPart id="como-funciona" title="É isto que fica em casa">
      <ul className={styles['pieces']}>
        <Piece title="Um mapa do que já sabe" picture={<MapPicture />}>
          {MAP_SENTENCE} Cada ponto é um tema.
        </Piece>
        <Piece title="Uma folha de papel" picture={<SheetPicture />}>
          Imprima-a, e fotografe-a no fim. Lemos a folha e corrigimos.
        </Piece>
        <Piece title={`${MAX_PREPARED} testes sem internet`} picture={<OfflinePicture />}>
          Prepare-os com internet. A criança responde onde não há.
        </Piece>
        <Piece title="Ler, contar e escrever" picture={<SkillsPicture />}>
          A criança lê em voz alta, faz contas e escreve um ditado. A voz não sai do telemóvel.
        </Piece>
        <Piece title="O exame da 6.ª classe" picture={<ExamPicture />}>
          O simulado dura o mesmo que o exame nacional. A nota vem em valores.
        </Piece>
        <Piece title="Poucos dados" picture={<DataPicture />}>
          Um teste gasta cerca de {USUAL_KILOBYTES} KB, menos do que uma fotografia no WhatsApp.
        </Piece>
      </ul>
    </LandingPart>
  );
}

function Piece({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div className={styles['picture']}>{picture}</div>
      <div className={styles['words']}>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </li>
  );
}

/** The themes of an invented child in Matemática of the 4th class. */
const THEMES: readonly ThemeState[] = [
  'knows',
  'knows',
  'knows',
  'knows',
  'knows',
  'not-yet',
  'almost',
  'no-data',
  'almost',
  'no-data',
  'knows',
  'knows',
];
const NEXT_THEME = 5;
const MAP_SENTENCE = mapLine({ firstName: 'Maria', gender: 'feminino' }, '4º Ano', {
  discipline: 'Matemática',
  lacking: null,
  ...countThemes(THEMES.map((state) => ({ state, answers: 1 }))),
});

const MapPicture = () => (
  <div className={styles['page']}>
    <Sona states={THEMES} cell={56} next={NEXT_THEME} />
  </div>
);

/** The part of the printed answer sheet that the picture shows, in millimetres. */
const PART = { width: 78, height: 56 };
const ROWS = 6;
const LETTERS_A_ROW = 4;
const SHEET = layoutOf(Array.from({ length: ROWS }, () => LETTERS_A_ROW));
/** Its elements there, without the small text, which nobody could read. */
const SHAPES = answerPart(SHEET, null).filter(
  (shape) => shape.x < PART.width && shape.y < PART.height && !(shape.kind === 'text' && shape.weight === 400),
);
/** The bubbles that an invented child has filled, one in each row of the first column. */
const FILLED = [1, 0, 3].flatMap((letter, row) => SHEET.rows[row]?.bubbles[letter] ?? []);

function SheetPicture() {
  return (
    <div className={styles['sheet']}>
      <svg aria-hidden="true" viewBox={`-4 -4 ${PART.width} ${PART.height}`}>
        {SHAPES.map((shape) => (
          <SheetShape key={`${shape.kind} ${shape.x} ${shape.y}`} shape={shape} />
        ))}
        {FILLED.map(({ x, y }) => (
          <circle key={y} cx={x} cy={y} r={2.6} />
        ))}
      </svg>
      <span className={styles['camera']}>
        <IconCamera size={24} />
      </span>
    </div>
  );
}

function SheetShape({ shape }: { shape: Shape }) {
  if (shape.kind === 'rect') return <rect x={shape.x} y={shape.y} width={shape.width} height={shape.height} />;
  if (shape.kind === 'circle')
    return (
      <circle
        className={shape.line === null ? undefined : styles['empty']}
        cx={shape.x}
        cy={shape.y}
        r={shape.radius}
      />
    );
  return (
    <text x={shape.x} y={shape.y} fontSize={shape.size} className={textClass(shape)}>
      {shape.text}
    </text>
  );
}

const textClass = ({ align, weight }: Extract<Shape, { kind: 'text' }>) =>
  align === 'right' ? styles['end'] : weight === 650 ? styles['bold'] : undefined;

const PREPARED = [
  ['B', 'Fracções'],
  ['A', 'O solo'],
  ['C', 'Verbos'],
] as const;

function OfflinePicture() {
  return (
    <svg className={styles['phone']} aria-hidden="true" viewBox="0 0 100 118">
      <rect className={styles['case']} x="3" y="3" width="94" height="150" rx="11" />
      <path className={styles['strip']} d="M7 13a6 6 0 0 1 6-6h74a6 6 0 0 1 6 6v14H7z" />
      <text className={styles['without']} x="50" y="21">
        Sem internet
      </text>
      {PREPARED.map(([form, theme], row) => (
        <g key={theme} transform={`translate(14 ${33 + 29 * row})`}>
          <path className={styles['form']} d="M1 1h11l6 6v14H1z" />
          <text className={styles['letter']} x="9.5" y="17">
            {form}
          </text>
          <text x="25" y="16">
            {theme}
          </text>
          {row > 0 && <path className={styles['lines']} d="M-7-4h86" />}
        </g>
      ))}
    </svg>
  );
}

function SkillsPicture() {
  return (
    <svg className={styles['ruled']} aria-hidden="true" viewBox="0 0 96 84">
      <path className={styles['lines']} d="M0 28h96M0 54h96M0 80h96" />
      <path className={styles['red']} d="M24 0v84" />
      <path className={styles['marks']} d="m7 18 4 4 7-9M7 44l4 4 7-9" />
      <circle className={styles['dashed']} cx="12" cy="69" r="6" />
      <text x="32" y="22">
        Lê
      </text>
      <text x="32" y="48">
        Conta
      </text>
      <text x="32" y="74">
        Escreve
      </text>
    </svg>
  );
}

function ExamPicture() {
  return (
    <svg className={styles['exam']} aria-hidden="true" viewBox="0 0 96 96">
      <circle cx="48" cy="48" r="44" />
      <text className={styles['big']} x="48" y="54">
        8,3
      </text>
      <text x="48" y="70">
        valores
      </text>
    </svg>
  );
}

const DataPicture = () => (
  <svg className={styles['data']} aria-hidden="true" viewBox="0 0 76 60">
    <text className={styles['big']} x="38" y="32">
      {USUAL_KILOBYTES}
    </text>
    <text x="38" y="52">
      KB
    </text>
  </svg>
);
