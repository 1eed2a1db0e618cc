import type { EndpointKey, Role } from '../shared/endpoint.ts';
import { PLAN_IDS } from '../shared/words.ts';
import { EARLY_START } from './document-scripts.ts';

/** An address of the app: for whom it is, which screen draws it, and what that screen reads first. */
export interface Page {
  /** With `:name` for what varies. */
  path: string;
  role: Exclude<Role, 'anonymous'>;
  /** Where someone who is not signed in is sent. */
  signInAt: '/' | '/auth';
  /** Sources of the area and of the screen, so that their code is asked for together with the page. */
  area: string;
  screen: string;
  /** Roles that the app itself sends away, because it tells them why; all others are sent away before it. */
  tells?: readonly Exclude<Role, 'anonymous'>[];
  /** Inline script of the page for who it is for; it runs before any other code has come. */
  script?: string;
  /** Calls whose answers travel inside the page. Parameters and query come from the page's own address. */
  reads: readonly PageRead[];
}

export interface PageRead {
  call: EndpointKey;
  params?: (address: Address) => Record<string, string>;
  query?: (address: Address) => Record<string, string>;
  /** Left out of the page unless this holds, as when a parameter is missing. */
  when?: (address: Address) => boolean;
}

export interface Address {
  params: Record<string, string>;
  query: Record<string, string>;
}

const children: PageRead = { call: 'GET /api/children' };
const payment: PageRead = {
  call: 'GET /api/emis/payment-status/:transactionId',
  params: ({ query }) => ({ transactionId: query['transaction'] ?? '' }),
  when: ({ query }) => Boolean(query['transaction']),
};
const parent = { role: 'parent', signInAt: '/', area: 'src/areas/parent.tsx' } as const;
const teacher = { role: 'teacher', signInAt: '/auth', area: 'src/areas/teacher.tsx' } as const;

/** How many rows the dashboard shows of what was done lately. */
export const RECENT_ROWS = 5;

export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    ...parent,
    screen: 'src/features/results/Dashboard.tsx',
    reads: [
      children,
      { call: 'GET /api/recent-tests', query: () => ({ limit: String(RECENT_ROWS) }) },
      { call: 'GET /api/children/performance', query: () => ({ period: 'month' }) },
    ],
  },
  { path: '/children', ...parent, screen: 'src/features/children/Children.tsx', reads: [children] },
  {
    path: '/children/:id/reports',
    ...parent,
    screen: 'src/features/results/ChildReport.tsx',
    reads: [children, { call: 'GET /api/children/:id/report', params: ({ params }) => ({ id: params['id'] ?? '' }) }],
  },
  { path: '/tests', ...parent, screen: 'src/features/attempts/Catalogue.tsx', reads: [children] },
  { path: '/tests/history', ...parent, screen: 'src/features/results/History.tsx', reads: [children] },
  // Starting a test is a write, so the page brings nothing along, but asks for it at once.
  {
    path: '/tests/:id',
    ...parent,
    script: EARLY_START,
    area: 'src/areas/test.tsx',
    screen: 'src/areas/test.tsx',
    reads: [],
  },
  {
    path: '/tests/:id/review',
    ...parent,
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
  { path: '/results', ...parent, screen: 'src/features/results/History.tsx', reads: [children] },
  {
    path: '/results/:id',
    ...parent,
    screen: 'src/features/results/Result.tsx',
    reads: [children, { call: 'GET /api/attempts/:id', params: ({ params }) => ({ id: params['id'] ?? '' }) }],
  },
  { path: '/reports', ...parent, screen: 'src/features/results/Reports.tsx', reads: [children] },
  {
    path: '/subscription',
    ...parent,
    tells: ['teacher'],
    screen: 'src/features/plans/Subscription.tsx',
    reads: [{ call: 'GET /api/subscription' }, { call: 'GET /api/covered-children' }],
  },
  {
    path: '/payment-gateway',
    ...parent,
    tells: ['teacher'],
    screen: 'src/features/plans/PaymentGateway.tsx',
    reads: [payment, { call: 'GET /api/subscription' }],
  },
  {
    path: '/payment-confirmation',
    ...parent,
    tells: ['teacher'],
    screen: 'src/features/plans/PaymentConfirmation.tsx',
    reads: [payment],
  },
  {
    path: '/notifications/settings',
    ...parent,
    signInAt: '/auth',
    screen: 'src/features/notifications/NotificationSettings.tsx',
    reads: [children, { call: 'GET /api/notifications/settings' }],
  },
  { path: '/settings', ...parent, screen: 'src/features/accounts/Settings.tsx', reads: [] },
  {
    path: '/teacher',
    ...teacher,
    screen: 'src/features/tests/TestsTab.tsx',
    reads: [],
  },
  {
    path: '/teacher/tests',
    ...teacher,
    screen: 'src/features/tests/TestsTab.tsx',
    reads: [],
  },
  {
    path: '/teacher/questions',
    ...teacher,
    screen: 'src/features/tests/QuestionsTab.tsx',
    reads: [],
  },
  {
    path: '/teacher/curricula',
    ...teacher,
    screen: 'src/features/curriculum/CurriculaTab.tsx',
    reads: [],
  },
  { path: '/teacher/tests/:id/preview', ...teacher, screen: 'src/features/tests/TestPreview.tsx', reads: [] },
  { path: '/teacher/settings', ...teacher, screen: 'src/features/tests/TeacherSettings.tsx', reads: [] },
  {
    path: '/admin',
    role: 'admin',
    signInAt: '/auth',
    area: 'src/areas/admin.tsx',
    screen: 'src/areas/admin.tsx',
    reads: [
      {
        call: 'GET /api/admin/overview',
        query: ({ query }) => ({ days: query['days'] ?? '30' }),
        when: ({ query }) => (query['tab'] ?? 'overview') === 'overview',
      },
    ],
  },
];

/** Addresses of the app that are for everyone, signed in or not: they bring nothing along. */
export const OPEN_PAGES = [{ path: '/auth/recover', screen: 'src/features/accounts/Recover.tsx' }] as const;

/** Where a person of a role is at home. */
export const HOME = { parent: '/dashboard', teacher: '/teacher', admin: '/admin' } as const;

/** A parent who is signed in and follows a link to register with a plan goes on to pay for it; all others go home. */
export function pastSignIn(role: Page['role'], { plan }: Record<string, string>): string | undefined {
  const paid = PLAN_IDS.find((id) => id === plan && id !== 'free');
  return role === 'parent' && paid ? `/subscription?plan=${paid}` : undefined;
}
