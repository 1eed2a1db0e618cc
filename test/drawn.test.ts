import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { PAGES } from '../src/areas/pages.ts';
import { createDrawnPages } from '../src/delivery/serve/drawn-pages.ts';
import { DIST } from '../src/delivery/serve/page-html.ts';
import { testApp } from './support/app.ts';
import { aChild, aChildMidTest, ageAttempt, aParent, aUser } from './support/builders.ts';

// Tests pages that are sent with their content.

const app = await testApp({}, undefined, { pages: true });
// Makes the server render pages however busy the machine is.
beforeEach(() => {
  vi.spyOn(app.frame.admission, 'load').mockReturnValue({ inHand: 1, limit: 400, refused: 0, waiting: 0 });
});

/** Returns what a page shows without any script: the content of #root. */
const shown = (html: string) =>
  (/<div id="root">([\s\S]*)<\/div>\s*<div id="wait"/.exec(html)?.[1] ?? '').replaceAll('<!-- -->', '');

interface Family {
  childId: number;
  attemptId: number;
  testId: number;
}

interface DrawnPage {
  address: (family: Family) => string;
  title: string;
  words: string[];
  /** Whether the page is requested in child mode. */
  handedOver?: true;
  /** Whether the page links its style sheet instead of inlining the styles. */
  bySheet?: true;
}

/** The pages sent with their content: an address for a family whose child, Maria, has completed a test, and texts on the page. */
const DRAWN: Record<string, DrawnPage> = {
  '/dashboard': {
    address: () => '/dashboard',
    title: 'Início',
    words: ['Olá, Teresa', 'Maria Cassoma', '4º Ano', 'Fazer um teste', 'Ver relatórios', 'Testes recentes'],
  },
  '/children': { address: () => '/children', title: 'Filhos', words: ['Maria Cassoma', 'Ver crianças arquivadas'] },
  '/children/:id/reports': {
    address: ({ childId }) => `/children/${childId}/reports`,
    title: 'Relatório: Maria',
    words: ['Guardar em PDF', 'Por disciplina', 'Por trimestre', 'Resultados'],
  },
  '/children/:id': {
    address: ({ childId }) => `/children/${childId}`,
    title: 'Maria',
    words: ['fez 1 teste e acertou 3 de 4', 'Caderno de erros', 'Relatório e resultados', 'Levar sem internet'],
  },
  '/children/:id/knowledge': {
    address: ({ childId }) => `/children/${childId}/knowledge`,
    title: 'Maria',
    words: ['fez 1 teste e acertou 3 de 4', 'Ponto de partida'],
  },
  '/children/:id/mistakes': {
    address: ({ childId }) => `/children/${childId}/mistakes`,
    title: 'Caderno de erros',
    words: ['Hoje há 1 pergunta', 'Quanto são 1 laranjas', '0 de 3 dias', 'Treinar sem entregar'],
  },
  '/practice/:id': {
    address: ({ childId }) => `/practice/${childId}`,
    title: 'Treinar',
    words: ['Maria', 'Parar', 'Pergunta 1 de', 'Quanto são 1 laranjas'],
    bySheet: true,
  },
  '/child': {
    address: () => '/child',
    title: 'Modo criança',
    words: ['Maria', 'Sair', 'Treinar'],
    handedOver: true,
    bySheet: true,
  },
  '/tests': {
    address: ({ childId }) => `/tests?childId=${childId}`,
    title: 'Testes',
    words: ['Testes para Maria', 'Entregar o telemóvel', 'Só por fazer'],
  },
  '/tests/:id/review': {
    address: ({ testId, attemptId }) => `/tests/${testId}/review?attemptId=${attemptId}`,
    title: 'Rever respostas',
    words: ['Erradas 1', 'Quanto são 1 laranjas', 'Explicação', 'A seguir'],
  },
  '/results/:id': {
    address: ({ attemptId }) => `/results/${attemptId}`,
    title: 'Resultado',
    words: ['3 de 4', 'Rever respostas', 'Guardar em PDF', 'Comparação', 'Treinar 5 minutos'],
  },
};

/** Returns a family with a completed test: one of its four answers is wrong. */
async function aFamily(fullName = 'Teresa Cassoma', childName = 'Maria Cassoma', plan: 'free' | 'family' = 'free') {
  const parent = await aParent(app, { fullName, plan });
  const { id } = await aChild(parent, { fullName: childName });
  const sitting = await aChildMidTest(app, parent, { childId: id, objective: 'Soma' });
  for (const [index, letter] of ['A', 'A', 'C', 'D'].entries()) await sitting.answer(index, letter);
  // An attempt of only a few seconds would count as low effort.
  await ageAttempt(app.db, sitting.id, 300);
  await sitting.complete();
  return { parent, childId: id, attemptId: sitting.id, testId: sitting.test.id };
}

test('every server-rendered page of the route table is tested here', () => {
  expect(PAGES.flatMap(({ path, drawn }) => (drawn ? [path] : [])).sort()).toEqual(Object.keys(DRAWN).sort());
});

const PLANS = ['free', 'family'] as const;
test.each(Object.values(DRAWN).flatMap((page) => PLANS.map((plan) => [page.title, plan, page] as const)))(
  '%s, plan %s, arrives with its content, a title, its styles, and the usual security policy',
  async (title, plan, { address, words, handedOver, bySheet }) => {
    const { parent, ...family } = await aFamily('Teresa Cassoma', 'Maria Cassoma', plan);
    if (handedOver) await parent.post('/api/child-mode', { childIds: [family.childId] });
    const { status, text, headers } = await parent.get(address(family));
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(words.filter((each) => !shown(text).includes(each))).toEqual([]);
    expect(text).toContain(`<title>${title} · Caderneta</title>`);
    const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, rules]) => rules).join('');
    // The style sheets are linked after the content, where they do not delay it, unless the page inlines only its typefaces.
    expect(styles.length > 5_000).toBe(!bySheet);
    expect(styles.length).toBeLessThan(30_000);
    expect(text.includes('<link rel="stylesheet"')).toBe(bySheet ?? false);
    expect(text.indexOf('<link rel="preload" as="style" href="/assets/style-') > text.indexOf('id="boot"')).toBe(
      !bySheet,
    );
    // A font that a style sheet declares a second time is loaded again, and the text shifts.
    const sheets = [...text.matchAll(/href="\/(assets\/[^"]+[.]css)"/g)].map(([, file]) =>
      fs.readFileSync(path.join(DIST, file as string), 'utf8'),
    );
    const faces = [styles, ...sheets].join('').match(/@font-face\{[^}]*/g) ?? [];
    expect([faces.length, new Set(faces).size]).toEqual([3, 3]);
    expect(styles).not.toContain('figtree-signs');
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/ style="| on\w+="/);
  },
);

test('two families that request pages at the same time each get only their own', async () => {
  const names = ['Abel Um', 'Bento Dois', 'Carla Três', 'Dora Quatro'];
  const families = await Promise.all(names.map((fullName) => aFamily(fullName, `Filho de ${fullName}`)));
  const askedAtOnce = async (handedOver: true | undefined) => {
    const addresses = Object.values(DRAWN).flatMap((page) => (page.handedOver === handedOver ? [page.address] : []));
    const look = async (
      family: (typeof families)[number],
      place: number,
      addresses: readonly DrawnPage['address'][],
    ) => {
      const pages = await Promise.all(addresses.map((address) => family.parent.get(address(family))));
      for (const { text: html } of pages) {
        expect(shown(html)).toContain('Filho');
        expect(names.filter((name, other) => other !== place && html.includes(name.split(' ')[0] as string))).toEqual(
          [],
        );
      }
    };
    // More pages of one family at once are refused (fair-lanes.ts).
    for (let first = 0; first < addresses.length; first += 4)
      await Promise.all(families.map((family, place) => look(family, place, addresses.slice(first, first + 4))));
  };
  await askedAtOnce(undefined);
  await Promise.all(families.map(({ parent, childId }) => parent.post('/api/child-mode', { childIds: [childId] })));
  await askedAtOnce(true);
});

test('a page of another family’s attempt or child is not found, and shows nothing of it', async () => {
  const theirs = await aFamily('Dora Quatro', 'Beatriz Quatro');
  const { parent } = await aFamily();
  for (const { address, handedOver } of Object.values(DRAWN)) {
    const { status, text } = await parent.get(address(theirs));
    expect(text).not.toContain('Beatriz');
    const names = /^\/(children|practice|results)\/\d|attemptId=/.test(address(theirs));
    expect([address(theirs), status]).toEqual([address(theirs), names ? 404 : handedOver ? 302 : 200]);
    if (names) expect(shown(text)).toBe('');
  }
});

test('in child mode a page shows that child only: no parent, no siblings, and nothing that is locked', async () => {
  const { parent, childId } = await aFamily('Teresa Reservada', 'Maria Cassoma', 'family');
  const sibling = await aChild(parent, { fullName: 'Kiala Cassoma' });
  const theirs = await aFamily('Dora Quatro', 'Beatriz Quatro');
  await parent.post('/api/child-mode', { childIds: [childId] });
  for (const address of ['/child', '/child?ver=testes', `/child?quem=${sibling.id}`, `/practice/${childId}`]) {
    const { status, text } = await parent.get(address);
    expect([address, status]).toEqual([address, 200]);
    expect(shown(text)).toContain('Maria');
    expect(text).not.toMatch(/Reservada|Teresa|Kiala|Dora|Beatriz|familia\.example/);
  }
  for (const address of [`/practice/${sibling.id}`, `/practice/${theirs.childId}`, '/practice/999999999']) {
    const { status, text } = await parent.get(address);
    expect([address, status, shown(text)]).toEqual([address, 404, '']);
    expect(text).not.toMatch(/Reservada|Teresa|Kiala|Dora|Beatriz/);
  }
});

test('the practice page arrives with the cards chosen by its address', async () => {
  const { parent, childId, attemptId } = await aFamily();
  const cached = (text: string) => Object.keys(JSON.parse(/id="boot">([^<]*)/.exec(text)?.[1] ?? '{}').cache);
  const week = `/api/children/${childId}/practice`;
  const after = await parent.get(`/practice/${childId}?attempt=${attemptId}`);
  expect([cached(after.text), shown(after.text).includes('Quanto são 1 laranjas')]).toEqual([
    [`${week}?attemptId=${attemptId}`],
    true,
  ]);
  // For a theme without cards, the cards that are due are practised.
  const theme = await parent.get(`/practice/${childId}?theme=nenhum`);
  expect([cached(theme.text), shown(theme.text).includes('Quanto são 1 laranjas')]).toEqual([
    [`${week}?theme=nenhum`, week],
    true,
  ]);
});

test('hostile names are escaped', async () => {
  const parent = await aParent(app, { fullName: '<img src=x> "Ana"' });
  await aChild(parent, { fullName: '</script><script>alert(1)</script><!--$!-->' });
  const { text } = await parent.get('/dashboard');
  expect(shown(text)).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  expect(text).not.toContain('<img src=x>');
  expect(text).not.toContain('<script>alert');
});

test('server-rendered pages have the same access rules as all pages', async () => {
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

test('the page of a test loads the app on a phone with the service worker, and a smaller script elsewhere', async () => {
  const parent = await aParent(app);
  const { id } = await aChild(parent);
  const entryOf = async (headers: Record<string, string>) =>
    / src="\/assets\/([\w-]+)[.]js"/.exec((await parent.get(`/tests/1?childId=${id}`, headers)).text)?.[1];
  const entry = / src="\/assets\/([\w-]+)[.]js"/.exec(fs.readFileSync(path.join(DIST, 'app.html'), 'utf8'))?.[1];
  expect(entry).toMatch(/^app-/);
  expect(await entryOf({ 'service-worker-navigation-preload': 'true' })).toBe(entry);
  expect(await entryOf({})).not.toBe(entry);
});

test('under load, and on a phone with the service worker, pages are sent without content', async () => {
  const parent = await aParent(app);
  await aChild(parent, { fullName: 'Maria Domingos' });
  const isPlain = (text: string) => {
    expect(shown(text)).toBe('');
    expect(text).not.toContain('drawnAt');
    expect(text).toContain('Maria Domingos');
  };
  isPlain((await parent.get('/dashboard', { 'service-worker-navigation-preload': 'true' })).text);
  vi.mocked(app.frame.admission.load).mockReturnValueOnce({ inHand: 1, limit: 200, refused: 0, waiting: 0 });
  isPlain((await parent.get('/dashboard')).text);
  expect(shown((await parent.get('/dashboard')).text)).toContain('Maria Domingos');
});

/** Renders with a separate bundle, whose `draw` has this source. */
function drawing(draw: string) {
  const bundle = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-drawn-')), 'drawn.mjs');
  fs.writeFileSync(bundle, `let times = 0;\nexport const prepare = async () => {};\nexport const draw = ${draw};\n`);
  const error = vi.fn();
  const pages = createDrawnPages(
    { load: () => ({ inHand: 1, limit: 400, refused: 0, waiting: 0 }) },
    { error },
    bundle,
  );
  return { error, bundle, page: () => pages.draw('/dashboard', '/dashboard?a=1', '{"user":{"id":7}}') };
}

test('a page that fails to render is sent without content and logged; after two failures in a row it is not rendered for a while', async () => {
  const { page, error } = drawing('() => { times += 1; throw new Error("render " + times); }');
  expect([await page(), await page(), await page()]).toEqual([undefined, undefined, undefined]);
  expect(error.mock.calls.map(([{ err, route }]) => [err.message, route])).toEqual([
    ['render 1', '/dashboard'],
    ['render 2', '/dashboard'],
  ]);
});

test('a page that fails to render once is rendered at the next request, and again after a later single failure', async () => {
  const { page, error } = drawing(
    '() => { times += 1; if (times % 2 === 1) throw new Error("render " + times); return { html: "<p>" + times + "</p>", title: "T" }; }',
  );
  const pages = [await page(), await page(), await page(), await page()];
  expect(pages.map((drawn) => drawn?.html)).toEqual([undefined, '<p>2</p>', undefined, '<p>4</p>']);
  expect(error).toHaveBeenCalledTimes(2);
});

test('pages are rendered although their code could not be loaded for the first one', async () => {
  const { page, error, bundle } = drawing('() => ({ html: "<p>here</p>", title: "T" })');
  fs.renameSync(bundle, `${bundle}.away`);
  expect(await page()).toBeUndefined();
  fs.renameSync(`${bundle}.away`, bundle);
  expect(await page()).toMatchObject({ html: '<p>here</p>' });
  expect(error).toHaveBeenCalledOnce();
});

test('rendering waits for lazily loaded parts, and fails if one never loads', async () => {
  const late = drawing(
    '(path, search, boot) => ({ html: (times += 1) < 3 ? "<!--$!-->" : "<p class=num>" + path + search + " " + boot.user.id + " " + times + "</p>", title: "T" })',
  );
  const drawn = await late.page();
  expect(drawn).toMatchObject({ html: '<p class=num>/dashboard?a=1 7 3</p>', title: 'T' });
  expect(drawn?.styles()).toContain('body');
  const never = drawing('() => ({ html: "<!--$!-->", title: "" })');
  expect(await never.page()).toBeUndefined();
  expect(never.error).toHaveBeenCalledOnce();
});
