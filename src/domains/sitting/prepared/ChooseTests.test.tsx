import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChooseTests } from './ChooseTests.tsx';

/** Returns the texts shown while so many places are free. */
function shown(places: number): string {
  return renderToStaticMarkup(
    <ChooseTests
      tests={[]}
      schoolClass="4º Ano"
      chosen={new Set()}
      places={places}
      isFree={false}
      isBusy={false}
      onChoose={() => {}}
    />,
  );
}

test('without a free place it does not say that the tests are on this phone: they may be on another', () => {
  expect(shown(1)).toContain('mais 1, no máximo');
  expect(shown(0)).toContain('Já há 5 testes preparados, o máximo. Retire um para trazer outro.');
  expect(shown(0)).not.toContain('telemóvel');
});
