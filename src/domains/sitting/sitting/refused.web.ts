import { KINDS, type KindName } from '../../../web/device/waiting.rules.ts';

/** Says that the server did not accept something. */
export function refusedInWords({
  kind = 'answer',
  answers,
  words,
}: {
  kind?: KindName | undefined;
  answers: number | 'all';
  words: string;
}): string {
  if (answers === 'all') return `O teste de ${words} não foi aceite.`;
  const said = KINDS[kind].says(answers, words);
  if (KINDS[kind].says !== KINDS.answer.says) return `Não foi aceite: ${said}.`;
  return answers === 1 ? `Uma resposta de ${words} não foi aceite.` : `${said} não foram aceites.`;
}
