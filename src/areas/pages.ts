import { EARLY_START } from '../delivery/inline/programs.ts';
import { RECENT_ROWS, REPORT_ROWS } from '../domains/knowing/history/history.rules.ts';
import type { KnowledgeMap } from '../domains/knowing/knowledge/knowledge.contract.ts';
import type { PracticePack } from '../domains/knowing/practice/practice.contract.ts';
import { type AskedCards, askedCards } from '../domains/knowing/practice/session.rules.ts';
import type { AttemptResult } from '../domains/knowing/results/results.contract.ts';
import { testsOfDiscipline } from '../domains/sitting/catalogue/catalogue.rules.ts';
import {
  type Address,
  type Family,
  homeShown,
  isAlone,
  MAX_MAPS,
  mapShown,
  ofEach,
  type Page,
  type PageRead,
  testsShown,
} from './page.ts';
import { STAFF_PAGES } from './staff-pages.ts';

const children: PageRead = { call: 'GET /api/children' };
const practice: PageRead = { call: 'GET /api/practice' };
const begun: PageRead = { call: 'GET /api/begun' };
const payment: PageRead = {
  call: 'GET /api/emis/payment-status/:transactionId',
  params: ({ query }) => ({ transactionId: query['transaction'] ?? '' }),
  when: ({ query }) => Boolean(query['transaction']),
};
const parent = { role: 'parent', signInAt: '/', area: 'src/areas/parent.tsx' } as const;
const sitting = { role: 'parent', signInAt: '/', childMode: 'too', isSitting: true } as const;
const drawnForParent = { ...parent, drawn: 'with-rules' } as const;

/** A theme or an error may have no cards; those due today are practised then. */
const mayBeEmpty = (asked: AskedCards) => 'theme' in asked || 'misconception' in asked;

/** How a child reads, calculates and writes, and the errors that it repeats. */
const skillsAndErrors = [
  { call: 'GET /api/children/:id/skills', params: ({ params }) => ({ id: params['id'] ?? '' }) },
  { call: 'GET /api/children/:id/errors', params: ({ params }) => ({ id: params['id'] ?? '' }) },
] as const satisfies NonNullable<Page['reads']>;

/** The tests of the discipline that a child's map shows first. */
const testsOfMap = {
  call: 'GET /api/tests',
  after: 'GET /api/children/:id/knowledge',
  each: ({ childId, detailed, disciplines, action }: KnowledgeMap, { query }: Address) => {
    const wanted = query['discipline'] ?? action?.discipline;
    const shown = disciplines.find(({ discipline }) => discipline === wanted) ?? disciplines[0];
    return detailed && shown ? [{ params: {}, query: testsOfDiscipline(childId, shown.discipline) }] : [];
  },
} as const;

/** A child's page: its figure, its map, and the tests of the discipline that is shown first. */
const childPage = {
  ...drawnForParent,
  place: 'home',
  screen: 'src/areas/home/ChildPage.tsx',
  reads: [
    children,
    begun,
    { call: 'GET /api/children/:id/knowledge', params: ({ params }) => ({ id: params['id'] ?? '' }) },
    practice,
    ...skillsAndErrors,
    testsOfMap,
  ],
} as const satisfies Omit<Page, 'path'>;

/**
 * All screens of parents. The server's routes, the browser's router, the menus and navigation bars (src/delivery/build/screens.ts), the pages
 * cached for use without network, and the preloads are derived from this list. A page that shows the skill lines is also listed in `LINED`
 * in parent.tsx.
 */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    menu: { label: 'Dashboard', icon: 'IconHome' },
    bar: { label: 'Início', icon: 'IconHome' },
    place: 'home',
    copy: 'Início',
    ...drawnForParent,
    screen: 'src/areas/home/Dashboard.tsx',
    reads: [
      children,
      begun,
      { call: 'GET /api/recent-tests', query: () => ({ limit: String(RECENT_ROWS) }) },
      { call: 'GET /api/children/performance', query: () => ({ period: 'month' }) },
      {
        call: 'GET /api/children/:id/knowledge',
        after: 'GET /api/children',
        each: (family: Family) =>
          isAlone(family)
            ? ofEach(family)
            : family.slice(0, MAX_MAPS).map(({ id }) => ({ params: { id: String(id) }, query: { brief: '1' } })),
      },
      { call: 'GET /api/children/:id/skills', after: 'GET /api/children', each: ofEach },
      // The only child of a family has its booklet here; a map that is brief has one discipline.
      {
        call: 'GET /api/children/:id/errors',
        after: 'GET /api/children',
        each: (family: Family) => (isAlone(family) ? ofEach(family) : []),
      },
      {
        call: 'GET /api/practice',
        after: 'GET /api/children',
        each: (family: Family) => (isAlone(family) ? [{ params: {}, query: {} }] : []),
      },
      {
        ...testsOfMap,
        each: (map: KnowledgeMap, address) => (map.disciplines.length > 1 ? testsOfMap.each(map, address) : []),
      },
    ],
  },
  {
    path: '/children',
    menu: { label: 'Gerenciar Filhos', icon: 'IconUsers' },
    place: 'home',
    copy: 'Filhos',
    ...drawnForParent,
    screen: 'src/domains/people/children/Children.tsx',
    reads: [children],
  },
  {
    path: '/children/:id/reports',
    place: 'reports',
    copy: 'Relatório',
    ...drawnForParent,
    screen: 'src/domains/knowing/reports/ChildReport.tsx',
    reads: [
      children,
      { call: 'GET /api/children/:id/report', params: ({ params }) => ({ id: params['id'] ?? '' }) },
      {
        call: 'GET /api/recent-tests',
        query: ({ params }) => ({ childId: params['id'] ?? '', limit: String(REPORT_ROWS) }),
      },
      ...skillsAndErrors,
    ],
  },
  { path: '/children/:id', copy: 'Filho', ...childPage },
  // The former address of the map; it leads to the child's page.
  { path: '/children/:id/knowledge', copy: 'Filho', ...childPage },
  {
    path: '/children/:id/diagnostic',
    place: 'reports',
    copy: 'Ponto de partida',
    ...parent,
    screen: 'src/domains/knowing/diagnostic/StartingPoint.tsx',
    reads: [
      children,
      { call: 'GET /api/children/:id/diagnostics', params: ({ params }) => ({ id: params['id'] ?? '' }) },
    ],
  },
  // Starting a diagnostic is a write, so the page embeds nothing.
  {
    path: '/diagnostic',
    ...sitting,
    area: 'src/areas/diagnostic.tsx',
    screen: 'src/areas/diagnostic.tsx',
    reads: [],
  },
  {
    path: '/children/:id/mistakes',
    place: 'home',
    copy: 'Caderno de erros',
    ...drawnForParent,
    screen: 'src/domains/knowing/practice/Mistakes.tsx',
    reads: [
      children,
      { call: 'GET /api/children/:id/mistakes', params: ({ params }) => ({ id: params['id'] ?? '' }) },
      practice,
      { call: 'GET /api/practice-trial' },
    ],
  },
  {
    path: '/children/:id/reading',
    place: 'home',
    copy: 'Ler',
    ...parent,
    screen: 'src/domains/skills/reading/Readings.tsx',
    reads: [{ call: 'GET /api/children/:id/readings', params: ({ params }) => ({ id: params['id'] ?? '' }) }],
  },
  {
    path: '/children/:id/writing',
    place: 'home',
    copy: 'Escrever',
    ...parent,
    screen: 'src/domains/skills/writing/Writings.tsx',
    reads: [{ call: 'GET /api/children/:id/writings', params: ({ params }) => ({ id: params['id'] ?? '' }) }],
  },
  {
    path: '/writing/:id',
    ...parent,
    childMode: 'too',
    area: 'src/areas/writing.tsx',
    screen: 'src/areas/writing.tsx',
    reads: [],
  },
  {
    path: '/writing/:id/opinion',
    ...parent,
    area: 'src/areas/opinion.tsx',
    screen: 'src/areas/opinion.tsx',
    reads: [],
  },
  // The page has no header or menu. It reads its data from the device, also offline, so nothing is embedded in it.
  {
    path: '/reading/:id',
    ...parent,
    childMode: 'too',
    area: 'src/areas/reading.tsx',
    screen: 'src/areas/reading.tsx',
    reads: [],
  },
  {
    path: '/reading/:id/ear',
    ...parent,
    area: 'src/areas/ear-training.tsx',
    screen: 'src/areas/ear-training.tsx',
    reads: [],
  },
  {
    path: '/children/:id/calculating',
    place: 'home',
    copy: 'Contas',
    ...parent,
    screen: 'src/domains/skills/calculating/Calculations.tsx',
    reads: [{ call: 'GET /api/children/:id/calculations', params: ({ params }) => ({ id: params['id'] ?? '' }) }],
  },
  {
    path: '/calculating/:id',
    ...parent,
    childMode: 'too',
    area: 'src/areas/calculating.tsx',
    screen: 'src/areas/calculating.tsx',
    reads: [],
  },
  {
    path: '/calculating/:id/training',
    ...parent,
    childMode: 'too',
    area: 'src/areas/calculating.tsx',
    screen: 'src/areas/calculating.tsx',
    reads: [],
  },
  {
    path: '/calculating/:id/numbers',
    ...parent,
    area: 'src/areas/calculating.tsx',
    screen: 'src/areas/calculating.tsx',
    reads: [],
  },
  // A screen for the child, like a test: it has no frame, and when offline it is shown from the device's data.
  {
    path: '/practice/:id',
    ...parent,
    childMode: 'too',
    drawn: 'by-sheet',
    area: 'src/areas/practice.tsx',
    screen: 'src/areas/practice.tsx',
    reads: [
      {
        call: 'GET /api/children/:id/practice',
        params: ({ params }) => ({ id: params['id'] ?? '' }),
        query: ({ query }) => askedCards(query),
      },
      {
        call: 'GET /api/children/:id/practice',
        after: 'GET /api/children/:id/practice',
        each: ({ cards }: PracticePack, { params, query }) =>
          mayBeEmpty(askedCards(query)) && cards.length === 0
            ? [{ params: { id: params['id'] ?? '' }, query: {} }]
            : [],
      },
    ],
  },
  {
    path: '/tests',
    bar: { label: 'Testes', icon: 'IconClipboard' },
    place: 'tests',
    ...drawnForParent,
    screen: 'src/areas/home/TestList.tsx',
    reads: [
      children,
      { call: 'GET /api/children/:id/knowledge', after: 'GET /api/children', each: mapShown },
      { call: 'GET /api/tests', after: 'GET /api/children/:id/knowledge', each: testsShown },
    ],
  },
  {
    path: '/prepared',
    place: 'tests',
    ...parent,
    screen: 'src/domains/sitting/prepared/TakeAlong.tsx',
    reads: [children],
  },
  {
    path: '/tests/history',
    place: 'reports',
    copy: 'Resultados',
    ...parent,
    screen: 'src/domains/knowing/history/History.tsx',
    reads: [children],
  },
  {
    path: '/paper',
    place: 'tests',
    ...parent,
    screen: 'src/domains/sitting/paper/Paper.tsx',
    reads: [],
  },
  // Starting a test is a write, so the page embeds no reply; its script sends the call immediately.
  {
    path: '/tests/:id',
    ...sitting,
    script: EARLY_START,
    first: 'src/domains/sitting/sitting/first-question.web.ts',
    area: 'src/areas/test.tsx',
    screen: 'src/areas/test.tsx',
    reads: [],
  },
  {
    path: '/child',
    role: 'parent',
    signInAt: '/',
    childMode: 'only',
    drawn: 'by-sheet',
    area: 'src/areas/child.tsx',
    screen: 'src/areas/child.tsx',
    reads: [
      { call: 'GET /api/child-mode' },
      begun,
      { call: 'GET /api/children/:id/home', after: 'GET /api/child-mode', each: homeShown },
    ],
  },
  {
    path: '/tests/:id/review',
    place: 'tests',
    copy: 'Respostas revistas',
    ...drawnForParent,
    screen: 'src/domains/knowing/results/Review.tsx',
    reads: [
      children,
      {
        call: 'GET /api/attempts/:id',
        params: ({ query }) => ({ id: query['attemptId'] ?? '' }),
        when: ({ query }) => Boolean(query['attemptId']),
      },
      {
        call: 'GET /api/children/:id/errors',
        after: 'GET /api/attempts/:id',
        each: ({ test, child }: AttemptResult) =>
          test.discipline === 'Matemática' ? [{ params: { id: String(child.id) }, query: {} }] : [],
      },
    ],
  },
  {
    path: '/results',
    place: 'tests',
    copy: 'Resultados',
    ...parent,
    screen: 'src/domains/knowing/history/History.tsx',
    reads: [children],
  },
  {
    path: '/results/:id',
    place: 'tests',
    copy: 'Resultado',
    ...drawnForParent,
    screen: 'src/domains/knowing/results/Result.tsx',
    reads: [
      children,
      { call: 'GET /api/attempts/:id', params: ({ params }) => ({ id: params['id'] ?? '' }) },
      {
        call: 'GET /api/children/:id/knowledge',
        after: 'GET /api/attempts/:id',
        each: ({ child, result }: AttemptResult, { params }) =>
          result && !result.rehearsal && result.effort?.level !== 'low'
            ? [{ params: { id: String(child.id) }, query: { attemptId: params['id'] ?? '' } }]
            : [],
      },
    ],
  },
  {
    path: '/reports',
    menu: { label: 'Relatórios', icon: 'IconChart' },
    bar: { label: 'Relatórios', icon: 'IconChart' },
    place: 'reports',
    copy: 'Relatórios',
    ...parent,
    screen: 'src/domains/knowing/reports/Reports.tsx',
    reads: [children],
  },
  {
    path: '/subscription',
    menu: { label: 'Assinatura', icon: 'IconCard' },
    copy: 'Assinatura',
    ...parent,
    tells: ['teacher'],
    screen: 'src/domains/money/subscriptions/Subscription.tsx',
    reads: [{ call: 'GET /api/subscription' }, { call: 'GET /api/covered-children' }],
  },
  {
    path: '/payment-gateway',
    copy: 'Pagamento',
    ...parent,
    tells: ['teacher'],
    screen: 'src/domains/money/subscriptions/PaymentGateway.tsx',
    reads: [payment, { call: 'GET /api/subscription' }],
  },
  {
    path: '/payment-confirmation',
    copy: 'Pagamento',
    ...parent,
    tells: ['teacher'],
    screen: 'src/domains/money/subscriptions/PaymentConfirmation.tsx',
    reads: [payment],
  },
  {
    path: '/notifications/settings',
    menu: { label: 'Configurações de Notificações', icon: 'IconBell' },
    place: 'settings',
    ...parent,
    signInAt: '/auth',
    screen: 'src/domains/telling/notifications/NotificationSettings.tsx',
    reads: [children, { call: 'GET /api/notifications/settings' }],
  },
  {
    path: '/settings',
    menu: { label: 'Definições', icon: 'IconSettings' },
    bar: { label: 'Config', icon: 'IconSettings' },
    place: 'settings',
    ...parent,
    screen: 'src/domains/people/account-settings/Settings.tsx',
    reads: [],
  },
  ...STAFF_PAGES,
];
