import type { EndpointKey, Role } from '../shared/endpoint.ts';

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
const parent = { role: 'parent', signInAt: '/', area: 'src/areas/parent.tsx' } as const;
const teacher = {
  role: 'teacher',
  signInAt: '/auth',
  area: 'src/areas/teacher.tsx',
  screen: 'src/areas/teacher.tsx',
} as const;

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
  // Starting a test is a write, so the page brings nothing along.
  {
    path: '/tests/:id',
    ...parent,
    area: 'src/areas/test.tsx',
    screen: 'src/features/attempts/TakeTest.tsx',
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
  { path: '/subscription', ...parent, screen: 'src/features/plans/Subscription.tsx', reads: [children] },
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
    reads: [{ call: 'GET /api/teacher/tests' }],
  },
  {
    path: '/teacher/tests',
    ...teacher,
    reads: [{ call: 'GET /api/teacher/tests' }],
  },
  {
    path: '/teacher/questions',
    ...teacher,
    reads: [{ call: 'GET /api/teacher/tests' }],
  },
  {
    path: '/admin',
    role: 'admin',
    signInAt: '/auth',
    area: 'src/areas/admin.tsx',
    screen: 'src/areas/admin.tsx',
    reads: [{ call: 'GET /api/teacher/tests' }],
  },
];

/** Where a person of a role is at home. */
export const HOME = { parent: '/dashboard', teacher: '/teacher', admin: '/admin' } as const;
