import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Before } from './Before.tsx';
import { ChildReads } from './ChildReads.tsx';
import ForChild from './offered/ForChild.tsx';

const child = { id: 1, firstName: 'Tito', subject: 'O Tito', gender: 'masculino', schoolClass: '1º Ano', cover: 1 };
const before = (isChildMode: boolean, earTrained: boolean) => {
  const props = { reader: { child, earTrained }, form: { kind: 'first', title: 'A bola', items: ['A', 'bola.'] } };
  return renderToStaticMarkup(
    <Before
      {...(props as unknown as Pick<Parameters<typeof Before>[0], 'reader' | 'form'>)}
      isChildMode={isChildMode}
      setLook={() => {}}
      onRecord={() => {}}
      onLive={() => {}}
    />,
  );
};

test('a child is told what it does, not how to listen', () => {
  expect(renderToStaticMarkup(<ForChild kind="first" />)).toContain(
    'Lê o texto em voz alta. No fim, toca no botão em baixo.',
  );
  expect(before(true, false)).not.toMatch(/Não ajude|Como vai marcar|para experimentar/);
});

test('it is said before the reading that it does not count while the ear is untrained', () => {
  expect(before(false, false)).toMatch(/Esta é para experimentar.*href="\/reading\/1\/ear"/);
  expect(before(false, true)).not.toContain('para experimentar');
});

test('the place where it says that it records is there before it does, so that the text stays where the child reads', () => {
  const props = {
    reader: { child, readingClass: 1 },
    form: { kind: 'first', title: 'A bola', items: ['A', 'bola.'], paragraphs: [0] },
    stream: {},
    onEnd: () => {},
  };
  expect(renderToStaticMarkup(<ChildReads {...(props as unknown as Parameters<typeof ChildReads>[0])} />)).toMatch(
    /<\/h1><p [^>]*role="status"><\/p><div/,
  );
});
