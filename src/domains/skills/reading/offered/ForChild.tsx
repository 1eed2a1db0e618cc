import { ReadAloud } from '../../../../web/parts/ReadAloud.tsx';
import type { FormKind } from '../forms.rules.ts';

const TASKS: Readonly<Record<FormKind, string>> = {
  letters: 'Diz as letras em voz alta.',
  words: 'Lê as palavras em voz alta.',
  first: 'Lê o texto em voz alta.',
  class: 'Lê o texto em voz alta.',
  listening: 'Ouve a história.',
};

/** What the child does, said to it and read aloud: it may not read yet. */
export default function ForChild({ kind }: { kind: FormKind }) {
  const text = `${TASKS[kind]} No fim, toca no botão em baixo.`;
  return (
    <>
      <p>{text}</p>
      <ReadAloud inline pieces={[{ text, language: 'pt' }]} />
    </>
  );
}
