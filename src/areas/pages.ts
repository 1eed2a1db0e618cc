import { EXAM_CLASS, rehearsalsQuery, testsQueries } from '../features/catalogue/catalogue.rules.ts';
import { testsAtHome } from '../features/catalogue/offered.rules.ts';
import type { Child } from '../features/children/children.contract.ts';
import { RECENT_ROWS } from '../features/history/history.rules.ts';
import type { PracticePack } from '../features/practice/practice.contract.ts';
import { askedCards } from '../features/practice/session.rules.ts';
import type { AttemptResult } from '../features/results/results.contract.ts';
import { PLAN_IDS } from '../shared/words.ts';
import { EARLY_START } from './document-scripts.ts';
import type { Address, Page, PageRead } from './page.ts';

const children: PageRead = { call: 'GET /api/children' };
const practice: PageRead = { call: 'GET /api/practice' };
const payment: PageRead = {
  call: 'GET /api/emis/payment-status/:transactionId',
  params: ({ query }) => ({ transactionId: query['transaction'] ?? '' }),
  when: ({ query }) => Boolean(query['transaction']),
};
const parent = { role: 'parent', signInAt: '/', area: 'src/areas/parent.tsx' } as const;
const sitting = { role: 'parent', signInAt: '/', childMode: 'too', isSitting: true } as const;
const drawnForParent = { ...parent, drawn: 'with-rules' } as const;
const teacher = {
  role: 'teacher',
  signInAt: '/auth',
  area: 'src/areas/teacher.tsx',
  budget: 133,
  reads: [],
} as const;

/** The children in a reply of `GET /api/children`. */
type Family = readonly Pick<Child, 'id' | 'schoolClass'>[];

/** Maximum number of children whose maps are embedded in the dashboard; the browser reads those of larger families. */
const MOST_MAPS = 4;

/** Returns the calls for the tests that the catalogue shows: those for the child in the address, or for the only child. */
function testsShown(family: Family, { query }: Address): Address[] {
  const child =
    family.find(({ id }) => String(id) === query['childId']) ?? (family.length === 1 ? family[0] : undefined);
  if (!child) return [];
  const rehearsals = child.schoolClass === EXAM_CLASS ? [rehearsalsQuery(child)] : [];
  const wanted: Record<string, string>[] = [...testsQueries(child, new URLSearchParams(query)), ...rehearsals];
  return wanted.map((each) => ({ params: {}, query: each }));
}

/** Returns the calls for the tests on the child's home: those for the child in the address, or for the only child. */
function testsOfHome({ children: people }: { children: Family }, { query }: Address): Address[] {
  const child = people.length === 1 ? people[0] : people.find(({ id }) => String(id) === query['quem']);
  return child ? [{ params: {}, query: testsAtHome(child.id, query['ver'] === 'testes' ? 'tests' : 'tiles') }] : [];
}

/**
 * The only place where a screen is registered: the server's pages, the browser's router, menus and bars (scripts/screens.ts), the
 * copies for use without network, the preloads and the byte budgets are derived from it.
 */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    menu: { label: 'Dashboard', icon: 'IconHome' },
    bar: { label: 'Início', icon: 'IconHome' },
    budget: 84.2,
    place: 'home',
    copy: 'Início',
    ...drawnForParent,
    screen: 'src/features/history/Dashboard.tsx',
    reads: [
      children,
      { call: 'GET /api/recent-tests', query: () => ({ limit: String(RECENT_ROWS) }) },
      { call: 'GET /api/children/performance', query: () => ({ period: 'month' }) },
      practice,
      {
        call: 'GET /api/children/:id/knowledge',
        after: 'GET /api/children',
        each: (family: Family) =>
          family.slice(0, MOST_MAPS).map(({ id }) => ({ params: { id: String(id) }, query: { brief: '1' } })),
      },
    ],
  },
  {
    path: '/children',
    menu: { label: 'Gerenciar Filhos', icon: 'IconUsers' },
    budget: 81.8,
    place: 'home',
    copy: 'Filhos',
    ...drawnForParent,
    screen: 'src/features/children/Children.tsx',
    reads: [children],
  },
  {
    path: '/children/:id/reports',
    budget: 84.8,
    place: 'reports',
    copy: 'Relatório',
    ...drawnForParent,
    screen: 'src/features/reports/ChildReport.tsx',
    reads: [children, { call: 'GET /api/children/:id/report', params: ({ params }) => ({ id: params['id'] ?? '' }) }],
  },
  {
    path: '/children/:id/knowledge',
    budget: 86.8,
    place: 'reports',
    copy: 'Mapa',
    ...drawnForParent,
    screen: 'src/features/knowledge/Knowledge.tsx',
    reads: [
      children,
      { call: 'GET /api/children/:id/knowledge', params: ({ params }) => ({ id: params['id'] ?? '' }) },
    ],
  },
  {
    path: '/children/:id/diagnostic',
    budget: 83.3,
    place: 'reports',
    copy: 'Ponto de partida',
    ...parent,
    screen: 'src/features/diagnostic/StartingPoint.tsx',
    reads: [
      children,
      { call: 'GET /api/children/:id/diagnostics', params: ({ params }) => ({ id: params['id'] ?? '' }) },
    ],
  },
  // Starting a diagnostic is a write, so the page embeds nothing.
  {
    path: '/diagnostic',
    budget: 82.8,
    ...sitting,
    area: 'src/areas/diagnostic.tsx',
    screen: 'src/areas/diagnostic.tsx',
    reads: [],
  },
  {
    path: '/children/:id/mistakes',
    budget: 86.5,
    place: 'home',
    copy: 'Caderno de erros',
    ...drawnForParent,
    screen: 'src/features/practice/Mistakes.tsx',
    reads: [
      children,
      { call: 'GET /api/children/:id/mistakes', params: ({ params }) => ({ id: params['id'] ?? '' }) },
      practice,
    ],
  },
  // A screen for the child, like a test: it has no frame, and when offline it is shown from the device's data.
  {
    path: '/practice/:id',
    budget: 73,
    line: 98.9,
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
          'theme' in askedCards(query) && cards.length === 0 ? [{ params: { id: params['id'] ?? '' }, query: {} }] : [],
      },
    ],
  },
  {
    path: '/tests',
    bar: { label: 'Testes', icon: 'IconClipboard' },
    budget: 85.7,
    place: 'tests',
    ...drawnForParent,
    screen: 'src/features/catalogue/Catalogue.tsx',
    reads: [children, { call: 'GET /api/tests', after: 'GET /api/children', each: testsShown }],
  },
  {
    path: '/prepared',
    budget: 83.8,
    place: 'tests',
    ...parent,
    screen: 'src/features/prepared/TakeAlong.tsx',
    reads: [children],
  },
  {
    path: '/tests/history',
    budget: 82.2,
    place: 'reports',
    copy: 'Histórico',
    ...parent,
    screen: 'src/features/history/History.tsx',
    reads: [children],
  },
  {
    path: '/paper',
    budget: 86,
    place: 'tests',
    ...parent,
    screen: 'src/features/paper/Paper.tsx',
    reads: [],
  },
  // Starting a test is a write, so the page embeds no reply; its script sends the call immediately.
  {
    path: '/tests/:id',
    budget: 85.1,
    ...sitting,
    script: EARLY_START,
    first: 'src/features/sitting/first-question.web.ts',
    area: 'src/areas/test.tsx',
    screen: 'src/areas/test.tsx',
    reads: [],
  },
  {
    path: '/child',
    role: 'parent',
    signInAt: '/',
    budget: 66,
    line: 89.8,
    childMode: 'only',
    drawn: 'by-sheet',
    area: 'src/areas/child.tsx',
    screen: 'src/areas/child.tsx',
    reads: [
      { call: 'GET /api/child-mode' },
      { call: 'GET /api/tests', after: 'GET /api/child-mode', each: testsOfHome },
    ],
  },
  {
    path: '/tests/:id/review',
    budget: 87.1,
    place: 'tests',
    copy: 'Respostas revistas',
    ...drawnForParent,
    screen: 'src/features/results/Review.tsx',
    reads: [
      children,
      {
        call: 'GET /api/attempts/:id',
        params: ({ query }) => ({ id: query['attemptId'] ?? '' }),
        when: ({ query }) => Boolean(query['attemptId']),
      },
    ],
  },
  {
    path: '/results',
    budget: 82.1,
    place: 'tests',
    copy: 'Histórico',
    ...parent,
    screen: 'src/features/history/History.tsx',
    reads: [children],
  },
  {
    path: '/results/:id',
    budget: 86.1,
    place: 'tests',
    copy: 'Resultado',
    ...drawnForParent,
    screen: 'src/features/results/Result.tsx',
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
    budget: 80.8,
    place: 'reports',
    copy: 'Relatórios',
    ...parent,
    screen: 'src/features/reports/Reports.tsx',
    reads: [children],
  },
  {
    path: '/subscription',
    menu: { label: 'Assinatura', icon: 'IconCard' },
    budget: 81.8,
    copy: 'Assinatura',
    ...parent,
    tells: ['teacher'],
    screen: 'src/features/subscriptions/Subscription.tsx',
    reads: [{ call: 'GET /api/subscription' }, { call: 'GET /api/covered-children' }],
  },
  {
    path: '/payment-gateway',
    budget: 83.5,
    copy: 'Pagamento',
    ...parent,
    tells: ['teacher'],
    screen: 'src/features/subscriptions/PaymentGateway.tsx',
    reads: [payment, { call: 'GET /api/subscription' }],
  },
  {
    path: '/payment-confirmation',
    budget: 82.7,
    copy: 'Pagamento',
    ...parent,
    tells: ['teacher'],
    screen: 'src/features/subscriptions/PaymentConfirmation.tsx',
    reads: [payment],
  },
  {
    path: '/notifications/settings',
    menu: { label: 'Configurações de Notificações', icon: 'IconBell' },
    budget: 80.8,
    place: 'settings',
    ...parent,
    signInAt: '/auth',
    screen: 'src/features/notifications/NotificationSettings.tsx',
    reads: [children, { call: 'GET /api/notifications/settings' }],
  },
  {
    path: '/settings',
    menu: { label: 'Definições', icon: 'IconSettings' },
    bar: { label: 'Config', icon: 'IconSettings' },
    budget: 82.2,
    place: 'settings',
    ...parent,
    screen: 'src/features/account-settings/Settings.tsx',
    reads: [],
  },
  {
    path: '/teacher',
    menu: { label: 'Painel Técnico-Pedagógico', icon: 'IconHome' },
    bar: { label: 'Início', icon: 'IconHome' },
    place: 'home',
    ...teacher,
    screen: 'src/features/authoring/TestsTab.tsx',
  },
  {
    path: '/teacher/tests',
    tab: { label: 'Testes Padronizados', icon: 'IconClipboard' },
    place: 'home',
    ...teacher,
    screen: 'src/features/authoring/TestsTab.tsx',
  },
  {
    path: '/teacher/questions',
    tab: { label: 'Banco de Questões', icon: 'IconLibrary' },
    bar: { label: 'Questões', icon: 'IconLibrary' },
    place: 'questions',
    ...teacher,
    screen: 'src/features/question-lists/QuestionsTab.tsx',
  },
  {
    path: '/teacher/curricula',
    tab: { label: 'Planos Curriculares', icon: 'IconBook' },
    bar: { label: 'Planos', icon: 'IconBook' },
    place: 'curricula',
    ...teacher,
    screen: 'src/features/curriculum/CurriculaTab.tsx',
  },
  {
    path: '/teacher/templates',
    place: 'curricula',
    ...teacher,
    screen: 'src/features/variants/Templates.tsx',
  },
  {
    path: '/teacher/tests/:id/preview',
    ...teacher,
    screen: 'src/features/sitting/TestPreview.tsx',
  },
  {
    path: '/teacher/settings',
    menu: { label: 'Definições', icon: 'IconSettings' },
    bar: { label: 'Config', icon: 'IconSettings' },
    place: 'settings',
    ...teacher,
    screen: 'src/features/authoring/TeacherSettings.tsx',
  },
  {
    path: '/admin',
    budget: 133,
    role: 'admin',
    signInAt: '/auth',
    area: 'src/areas/admin.tsx',
    screen: 'src/areas/admin.tsx',
    parts: [
      { id: 'overview', label: 'Visão geral', icon: 'IconHome', screen: 'src/features/backoffice/Overview.tsx' },
      { id: 'users', label: 'Utilizadores', icon: 'IconUsers', screen: 'src/features/backoffice/Users.tsx' },
      { id: 'tests', label: 'Testes', icon: 'IconClipboard', screen: 'src/features/backoffice/Tests.tsx' },
      { id: 'statistics', label: 'Estatísticas', icon: 'IconChart', screen: 'src/features/backoffice/Statistics.tsx' },
      { id: 'payments', label: 'Pagamentos', icon: 'IconWallet', screen: 'src/features/backoffice/Payments.tsx' },
      { id: 'database', label: 'Base de dados', icon: 'IconDatabase', screen: 'src/features/operations/Database.tsx' },
      { id: 'settings', label: 'Definições', icon: 'IconSettings', screen: 'src/features/operations/SettingsPart.tsx' },
      { id: 'audit', label: 'Auditoria', icon: 'IconList', screen: 'src/features/operations/Audit.tsx' },
      { id: 'account', label: 'A minha conta', icon: 'IconUser', screen: 'src/features/operations/AccountPart.tsx' },
    ],
    reads: [
      {
        call: 'GET /api/admin/overview',
        query: ({ query }) => ({ days: query['days'] ?? '30' }),
        when: ({ query }) => (query['tab'] ?? 'overview') === 'overview',
      },
    ],
  },
];

/** Public addresses of the app, open to everyone, signed in or not, in child mode too. They embed no data and have no area. */
export const OPEN_PAGES = [
  { path: '/auth/recover', screen: 'src/features/recovery/Recover.tsx', budget: 67.9 },
] as const;

/** KB of scripts of `/auth`, which is a separate document. */
export const AUTH_PAGE = { path: '/auth', screen: 'src/features/accounts/Auth.tsx', area: '', budget: 69 } as const;

/** Home page of a role. */
export const HOME = { parent: '/dashboard', teacher: '/teacher', admin: '/admin' } as const;

/** Home page of a session in child mode. */
export const CHILD_HOME = '/child';

/**
 * Returns where `/auth` redirects a user who is already signed in. A parent who follows a registration link with a plan goes to its
 * checkout; all others go home.
 */
export function pastSignIn(role: Page['role'], { plan }: Record<string, string>): string | undefined {
  const paid = PLAN_IDS.find((id) => id === plan && id !== 'free');
  return role === 'parent' && paid ? `/subscription?plan=${paid}` : undefined;
}
