import type { MouseEvent, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button, type ButtonProps } from './Button.tsx';

/** Clicks the button that these props render. Returns what happened. */
function click(props: Partial<ButtonProps>): string[] {
  const happened: string[] = [];
  const { props: rendered } = Button({
    children: 'Guardar',
    onClick: () => happened.push('clicked'),
    ...props,
  }) as ReactElement<{
    onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  }>;
  rendered.onClick({ preventDefault: () => happened.push('prevented') } as never);
  return happened;
}

test.each([{ disabled: true }, { busy: true }])('a button that is %o keeps the focus, and does nothing', (props) => {
  const html = renderToStaticMarkup(<Button {...props}>Guardar</Button>);
  expect(html).toContain('aria-disabled="true"');
  expect(html).not.toMatch(/ disabled/);
  expect(click(props)).toEqual(['prevented']);
});

test('any other button can be pressed', () => {
  expect(renderToStaticMarkup(<Button>Guardar</Button>)).not.toContain('disabled');
  expect(click({})).toEqual(['clicked']);
});
