import type { CallError } from '../../web/call.ts';
import { REFUSALS, type Refusal } from './paper.rules.ts';

// Why a sheet cannot be read now, in words for the parent.

export interface Problem {
  title: string;
  advice: string;
  /** Address of the result of a sheet that was already used. */
  result?: string | undefined;
  /** Whether the photograph is stored on the device and can be sent again. */
  waiting?: boolean;
}

/** The problem with a photograph that is stored until there is a network. */
export const WAITING: Problem = {
  title: 'A fotografia está guardada',
  advice: 'Quando houver rede, é enviada. Nada se perdeu: a folha continua a valer.',
  waiting: true,
};

/**
 * Returns the problem with a photograph.
 *
 * @param waits whether the photograph is stored and may be sent again.
 */
export function photoProblem(error: CallError, waits: boolean): Problem {
  if (error.status === 0) return { ...WAITING, title: 'Sem rede' };
  if (waits) return { title: 'Não conseguimos ler agora', advice: error.said, waiting: true };
  const known = REFUSALS[error.code as Refusal];
  if (known) return { title: known.title, advice: `${known.advice} Nada se perdeu.` };
  return sheetProblem(error);
}

/** Returns the problem with a sheet: it was used, it belongs to another family, or it cannot be reached. */
export function sheetProblem(error: CallError): Problem {
  if (error.status === 0)
    return { title: 'Sem rede', advice: 'Ligue a internet e tente de novo. A folha continua a valer.' };
  if (error.code === 'sheet-used')
    return { title: 'Esta folha já foi usada', advice: 'Cada folha conta uma vez.', result: error.fields['result'] };
  if (error.status === 404)
    return { title: 'Não encontrámos esta folha', advice: 'Só a família que a imprimiu a pode entregar.' };
  return { title: 'Não deu para ler a folha', advice: error.said };
}
