import type { PrintedSheet, Scan } from './paper.contract.ts';
import type { Fault } from './reading.rules.ts';

/** Why a photograph was not read: because of the file itself, or of what it shows. */
export type Refusal =
  | Fault
  | 'not-a-picture'
  | 'heic'
  | 'animated'
  | 'too-many-pixels'
  | 'too-small'
  | 'broken'
  | 'not-our-sheet';

/** The message for the parent: one cause, and what to do. */
export const REFUSALS: Readonly<Record<Refusal, { title: string; advice: string }>> = {
  dark: { title: 'Está escuro demais', advice: 'Fotografe com luz do dia, sem a sombra da mão nem do telemóvel.' },
  blurred: {
    title: 'A fotografia saiu tremida',
    advice: 'Segure o telemóvel com as duas mãos e espere que a imagem fique nítida.',
  },
  corner: {
    title: 'Falta um canto da folha',
    advice: 'Afaste um pouco o telemóvel: os quatro quadrados pretos têm de caber na fotografia, com mesa à volta.',
  },
  code: {
    title: 'Não vemos o código',
    advice: 'Fotografe de cima e mais perto, com o código quadrado inteiro e sem dobras.',
  },
  'two-sheets': { title: 'Há duas folhas na fotografia', advice: 'Fotografe uma folha de cada vez.' },
  'not-our-sheet': {
    title: 'Isto não é uma folha nossa',
    advice: 'Fotografe a parte das respostas da folha que imprimiu aqui.',
  },
  'not-a-picture': { title: 'Isto não é uma fotografia', advice: 'Escolha uma fotografia JPEG ou PNG.' },
  heic: {
    title: 'O formato desta fotografia não dá',
    advice: 'Escolha, na câmara, o formato «Mais compatível» (JPEG), ou fotografe a partir desta página.',
  },
  animated: { title: 'Isto é uma imagem animada', advice: 'Escolha uma fotografia da folha, sem movimento.' },
  'too-many-pixels': {
    title: 'A fotografia é grande demais',
    advice: 'Fotografe a partir desta página, que a torna mais leve.',
  },
  'too-small': { title: 'A fotografia é pequena demais', advice: 'Fotografe a folha de novo, mais perto.' },
  broken: { title: 'A fotografia chegou estragada', advice: 'Tire outra fotografia e envie-a de novo.' },
};

/** Returns a sheet of which no row was read, for typing its letters by hand. */
export const unreadScan = ({ rows, pdf: _pdf, ...sheet }: PrintedSheet): Scan => ({
  ...sheet,
  readings: rows.map((row) => ({ ...row, letter: null, sure: false, doubt: null, crop: '' })),
});

/** Returns whether the letters of a sheet are typed by hand, without a photograph. */
export const isByHand = ({ readings }: Pick<Scan, 'readings'>): boolean => readings.every(({ crop }) => crop === '');

/** Why the parent is asked about a row, as its title. */
export const DOUBTS = {
  double: 'Duas bolinhas pintadas',
  faint: 'Marca muito fraca',
  crossed: 'Bolinha riscada',
  blank: 'Nenhuma bolinha pintada',
} as const;
