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
  dark: { title: 'Está escuro demais', advice: 'Fotografe com luz do dia. A sombra não pode cair na folha.' },
  blurred: {
    title: 'A fotografia saiu tremida',
    advice: 'Segure o telemóvel com as duas mãos. Espere até se ver bem.',
  },
  blank: {
    title: 'Não se vê nada na fotografia',
    advice: 'Aponte o telemóvel à parte das respostas e fotografe outra vez.',
  },
  folded: {
    title: 'A folha está dobrada ou enrolada',
    advice: 'Alise a folha e ponha-a em cima da mesa. Fotografe de cima.',
  },
  glare: {
    title: 'Há um reflexo na folha',
    advice: 'Mude a folha de sítio. A luz não pode bater nas bolinhas nem nos quadrados.',
  },
  corner: {
    title: 'Falta um canto da folha',
    advice: 'Afaste um pouco o telemóvel: os quatro quadrados pretos têm de caber na fotografia.',
  },
  code: {
    title: 'Não vemos o código',
    advice: 'Fotografe de cima e mais perto. O código quadrado tem de se ver inteiro.',
  },
  'two-sheets': { title: 'Há duas folhas na fotografia', advice: 'Fotografe uma folha de cada vez.' },
  'not-our-sheet': {
    title: 'Isto não é uma folha nossa',
    advice: 'Fotografe a parte das respostas da folha que imprimiu aqui.',
  },
  'not-a-picture': { title: 'Isto não é uma fotografia', advice: 'Escolha uma fotografia JPEG ou PNG.' },
  heic: {
    title: 'O formato desta fotografia não serve',
    advice: 'Fotografe a partir desta página. Ou escolha na câmara o formato «Mais compatível» (JPEG).',
  },
  animated: { title: 'Isto é uma imagem animada', advice: 'Escolha uma fotografia da folha, sem movimento.' },
  'too-many-pixels': {
    title: 'A fotografia é grande demais',
    advice: 'Fotografe a partir desta página, que a torna mais leve.',
  },
  'too-small': { title: 'A fotografia é pequena demais', advice: 'Fotografe a folha de novo, mais perto.' },
  broken: { title: 'A fotografia chegou estragada', advice: 'Tire outra fotografia e envie-a de novo.' },
};

/** A call that failed, as the browser reports it; `status` 0 stands for no network. */
interface Failure {
  status: number;
  code: string;
  said: string;
  fields: Readonly<Record<string, string>>;
}

/** Why a sheet cannot be read now, in words for the parent. */
export interface Problem {
  title: string;
  advice: string;
  /** Address of the result of a sheet that was already used. */
  result?: string | undefined;
  /** Whether the photograph is stored on the device and can be sent again. */
  waiting?: boolean;
}

const WAITING: Problem = {
  title: 'A fotografia está guardada',
  advice: 'Quando houver internet, é enviada. Nada se perdeu: a folha continua a valer.',
  waiting: true,
};

/** Returns the problem reported while photographs wait on the phone for a network. */
export const waitingProblem = (count: number): Problem =>
  count === 1
    ? WAITING
    : {
        title: `${count} fotografias estão guardadas`,
        advice: 'Quando houver internet, envie uma de cada vez. Nada se perdeu: as folhas continuam a valer.',
        waiting: true,
      };

/**
 * Returns the problem with a photograph.
 *
 * @param mayWait whether it may be sent again later.
 * @param kept the number of photographs on this device, this one among them; 0 if this one is not.
 */
export function photoProblem(error: Failure, mayWait: boolean, kept: number): Problem {
  if (error.status === 0)
    return kept > 0
      ? { ...waitingProblem(kept), title: kept === 1 ? 'Sem internet' : `Sem internet: ${kept} fotografias guardadas` }
      : {
          title: 'Sem internet',
          advice:
            'Não há espaço para guardar a fotografia. Fotografe a folha outra vez quando houver internet: continua a valer.',
        };
  if (mayWait) return { title: 'Não conseguimos ler agora', advice: error.said, waiting: kept > 0 };
  const known = REFUSALS[error.code as Refusal];
  if (known) return { title: known.title, advice: `${known.advice} Nada se perdeu.` };
  return sheetProblem(error);
}

/** Returns the problem with a sheet: it was used, it belongs to another family, or it cannot be reached. */
export function sheetProblem(error: Failure): Problem {
  if (error.status === 0)
    return { title: 'Sem internet', advice: 'Ligue os dados ou o Wi-Fi e tente de novo. A folha continua a valer.' };
  if (error.code === 'sheet-used')
    return {
      title: 'Esta folha já foi usada',
      advice: 'Cada folha só se usa uma vez.',
      result: error.fields['result'],
    };
  if (error.status === 404)
    return { title: 'Não encontrámos esta folha', advice: 'Só a família que a imprimiu a pode entregar.' };
  return { title: 'Não conseguimos ler a folha', advice: error.said };
}

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
  hidden: 'Linha que não se vê bem',
  blank: 'Nenhuma bolinha pintada',
} as const;
