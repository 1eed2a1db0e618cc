import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createDrawnPages } from '../src/server/drawn-pages.ts';
import { testApp } from './support/app.ts';
import { aChild, aParent, aUser } from './support/builders.ts';

// Pages that arrive with their content, as the server sends them.

const app = await testApp({}, undefined, { pages: true });

/** What a page shows without any script: the content of #root. */
const shown = (html: string) =>
  (/<div id="root">([\s\S]*)<\/div>\s*<div id="wait"/.exec(html)?.[1] ?? '').replaceAll('<!-- -->', '');

test('the dashboard arrives with the child’s name and figures, a title, its styles, and the same policy as without', async () => {
  const parent = await aParent(app, { fullName: 'Teresa Cassoma' });
  await aChild(parent, { fullName: 'Maria Cassoma', schoolClass: '4º Ano' });
  const { status, text, headers } = await parent.get('/dashboard');
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
  for (const words of ['Olá, Teresa', 'Maria Cassoma', '4º Ano', 'Aplicar Novo Teste', 'O mapa está por começar'])
    expect(shown(text)).toContain(words);
  expect(text).toContain('<title>Início · Caderneta</title>');
  const styles = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  expect(styles.length).toBeGreaterThan(5_000);
  expect(styles.length).toBeLessThan(30_000);
  // The whole sheet stands where it holds nothing up.
  expect(text.indexOf('<link rel="stylesheet"')).toBeGreaterThan(text.indexOf('id="boot"'));
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(text).not.toMatch(/ style="| on\w+="/);
});

test('two families that ask at the same time get their own page each, and nothing of the other', async () => {
  const families = await Promise.all(
    ['Abel Um', 'Bento Dois', 'Carla Três', 'Dora Quatro'].map(async (fullName) => {
      const parent = await aParent(app, { fullName });
      await aChild(parent, { fullName: `Filho de ${fullName}` });
      return { parent, fullName };
    }),
  );
  const pages = await Promise.all(
    [...families, ...families, ...families].map(async ({ parent, fullName }) => ({
      fullName,
      html: (await parent.get('/dashboard')).text,
    })),
  );
  for (const { fullName, html } of pages) {
    expect(shown(html)).toContain(`Filho de ${fullName}`);
    for (const other of families)
      if (other.fullName !== fullName) expect(html).not.toContain(other.fullName.split(' ')[0]);
  }
});

test('hostile names are text', async () => {
  const parent = await aParent(app, { fullName: '<img src=x> "Ana"' });
  await aChild(parent, { fullName: '</script><script>alert(1)</script><!--$!-->' });
  const { text } = await parent.get('/dashboard');
  expect(shown(text)).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  expect(text).not.toContain('<img src=x>');
  expect(text).not.toContain('<script>alert');
});

test('the rules of who gets which page are those of every page', async () => {
  const anonymous = await app.visitor().get('/dashboard');
  expect([anonymous.status, shown(anonymous.text)]).toEqual([200, '']);
  expect(anonymous.text).toContain('location.replace');
  const teacher = await (await aUser(app, 'teacher')).get('/dashboard');
  expect([teacher.status, teacher.headers['location']]).toEqual([302, '/teacher']);

  const parent = await aParent(app, { plan: 'family', fullName: 'Teresa Reservada' });
  const child = await aChild(parent);
  await parent.post('/api/child-mode', { childIds: [child.id] });
  const handed = await parent.get('/dashboard');
  expect([handed.status, handed.headers['location']]).toEqual([302, '/child']);
  expect((await parent.get('/child')).text).not.toContain('Reservada');
});

test('a phone with the service worker gets the page without its content, and so does everyone under load', async () => {
  const parent = await aParent(app);
  await aChild(parent, { fullName: 'Maria Domingos' });
  const isPlain = (text: string) => {
    expect(shown(text)).toBe('');
    expect(text).not.toContain('drawnAt');
    expect(text).toContain('Maria Domingos');
  };
  isPlain((await parent.get('/dashboard', { 'service-worker-navigation-preload': 'true' })).text);
  const busy = vi.spyOn(app.frame.admission, 'load').mockReturnValue({ inHand: 1, limit: 200, refused: 0, waiting: 0 });
  isPlain((await parent.get('/dashboard')).text);
  busy.mockRestore();
  expect(shown((await parent.get('/dashboard')).text)).toContain('Maria Domingos');
});

/** Draws with a bundle of its own. */
function drawing(draw: string) {
  const bundle = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-drawn-')), 'drawn.mjs');
  fs.writeFileSync(bundle, `let times = 0;\nexport const prepare = async () => {};\nexport const draw = ${draw};\n`);
  const error = vi.fn();
  const pages = createDrawnPages(
    { load: () => ({ inHand: 1, limit: 400, refused: 0, waiting: 0 }) },
    { error },
    bundle,
  );
  return { error, page: () => pages.draw('/dashboard', '/dashboard?a=1', '{"user":{"id":7}}') };
}

test('a page that cannot be rendered is sent without its content, said in the log, and left alone for a while', async () => {
  const { page, error } = drawing('() => { times += 1; throw new Error("render " + times); }');
  expect([await page(), await page()]).toEqual([undefined, undefined]);
  expect(error.mock.calls.map(([{ err, route }]) => [err.message, route])).toEqual([['render 1', '/dashboard']]);
});

test('a part whose code is still loading is waited for; one that never comes is a failure', async () => {
  const late = drawing(
    '(path, search, boot) => ({ html: (times += 1) < 3 ? "<!--$!-->" : "<p class=num>" + path + search + " " + boot.user.id + " " + times + "</p>", title: "T" })',
  );
  const drawn = await late.page();
  expect(drawn).toMatchObject({ html: '<p class=num>/dashboard?a=1 7 3</p>', title: 'T' });
  expect(drawn?.styles).toContain('body');
  const never = drawing('() => ({ html: "<!--$!-->", title: "" })');
  expect(await never.page()).toBeUndefined();
  expect(never.error).toHaveBeenCalledOnce();
});
