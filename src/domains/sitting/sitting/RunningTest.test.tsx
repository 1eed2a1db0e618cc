import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Kept } from './RunningTest.tsx';

test('work that was not accepted says why, stays, and can be sent again or erased', () => {
  const why = 'O ditado deste trimestre está feito. Há outro a partir de 1 de Janeiro.';
  const refusal = {
    lane: 'writing:1',
    userId: 7,
    childId: 1,
    words: 'ditado (Maria)',
    answers: 1 as const,
    why,
    rows: [],
  };
  const text = renderToStaticMarkup(
    <Kept refusal={{ ...refusal, said: 'Não foi aceite: um ditado (Maria).' }} userId={7} onRead={() => {}} />,
  );
  expect(text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain(
    `Não foi aceite: um ditado (Maria). ${why} Continua guardado neste telemóvel. Enviar de novo : ditado (Maria) Apagar : ditado (Maria)`,
  );
});
