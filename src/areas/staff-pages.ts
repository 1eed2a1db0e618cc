import type { Page } from './page.ts';

const teacher = {
  role: 'teacher',
  signInAt: '/auth',
  area: 'src/areas/teacher.tsx',
  reads: [],
} as const;

/** The pages of teachers and administrators, in the order of their tabs and menus. */
export const STAFF_PAGES: readonly Page[] = [
  {
    path: '/teacher',
    menu: { label: 'Painel Técnico-Pedagógico', icon: 'IconHome' },
    bar: { label: 'Início', icon: 'IconHome' },
    place: 'home',
    ...teacher,
    screen: 'src/domains/bank/authoring/TestsTab.tsx',
  },
  {
    path: '/teacher/tests',
    tab: { label: 'Testes Padronizados', icon: 'IconClipboard' },
    place: 'home',
    ...teacher,
    screen: 'src/domains/bank/authoring/TestsTab.tsx',
  },
  {
    path: '/teacher/questions',
    tab: { label: 'Banco de Questões', icon: 'IconLibrary' },
    bar: { label: 'Questões', icon: 'IconLibrary' },
    place: 'questions',
    ...teacher,
    screen: 'src/domains/bank/question-lists/QuestionsTab.tsx',
  },
  {
    path: '/teacher/bring',
    place: 'questions',
    ...teacher,
    screen: 'src/domains/bank/question-files/BringTests.tsx',
  },
  {
    path: '/teacher/curricula',
    tab: { label: 'Planos Curriculares', icon: 'IconBook' },
    bar: { label: 'Planos', icon: 'IconBook' },
    place: 'curricula',
    ...teacher,
    screen: 'src/domains/bank/curriculum/CurriculaTab.tsx',
  },
  {
    path: '/teacher/texts',
    tab: { label: 'Textos', icon: 'IconFile' },
    bar: { label: 'Textos', icon: 'IconFile' },
    place: 'texts',
    ...teacher,
    screen: 'src/domains/skills/opinions/MarkTexts.tsx',
  },
  {
    path: '/teacher/templates',
    place: 'curricula',
    ...teacher,
    screen: 'src/domains/bank/variants/Templates.tsx',
  },
  {
    path: '/teacher/tests/:id/preview',
    ...teacher,
    screen: 'src/domains/sitting/sitting/TestPreview.tsx',
  },
  {
    path: '/teacher/settings',
    menu: { label: 'Definições', icon: 'IconSettings' },
    bar: { label: 'Config', icon: 'IconSettings' },
    place: 'settings',
    ...teacher,
    screen: 'src/areas/settings/TeacherSettings.tsx',
  },
  {
    path: '/admin',
    role: 'admin',
    signInAt: '/auth',
    area: 'src/areas/admin.tsx',
    screen: 'src/areas/admin.tsx',
    parts: [
      { id: 'overview', label: 'Visão geral', icon: 'IconHome', screen: 'src/domains/desk/backoffice/Overview.tsx' },
      { id: 'users', label: 'Contas', icon: 'IconUsers', screen: 'src/domains/desk/backoffice/Users.tsx' },
      { id: 'tests', label: 'Testes', icon: 'IconClipboard', screen: 'src/domains/desk/backoffice/Tests.tsx' },
      {
        id: 'statistics',
        label: 'Estatísticas',
        icon: 'IconChart',
        screen: 'src/domains/desk/backoffice/Statistics.tsx',
      },
      { id: 'texts', label: 'Textos', icon: 'IconFile', screen: 'src/domains/skills/opinions/TextsDesk.tsx' },
      {
        id: 'payments',
        label: 'Pagamentos',
        icon: 'IconWallet',
        screen: 'src/domains/desk/backoffice/payments/Payments.tsx',
      },
      {
        id: 'database',
        label: 'Base de dados',
        icon: 'IconDatabase',
        screen: 'src/domains/desk/operations/Database.tsx',
      },
      {
        id: 'settings',
        label: 'Definições',
        icon: 'IconSettings',
        screen: 'src/domains/desk/operations/SettingsPart.tsx',
      },
      { id: 'phones', label: 'Telemóveis', icon: 'IconPhone', screen: 'src/domains/desk/phones/PhonesPart.tsx' },
      { id: 'audit', label: 'Auditoria', icon: 'IconList', screen: 'src/domains/desk/operations/Audit.tsx' },
      {
        id: 'account',
        label: 'A minha conta',
        icon: 'IconUser',
        screen: 'src/areas/settings/AdminAccount.tsx',
      },
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
