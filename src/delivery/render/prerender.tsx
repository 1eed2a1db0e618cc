import { escapeUTF8 as escapeHtml } from 'entities/escape';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { PrerenderedAuth } from '../../areas/app.tsx';
import { PLAN_IDS, registrationFile } from '../../shared/words.ts';
import { brand, rendered } from '../browser/boot.ts';
import { CHOOSE_THEME, FOLLOW_THEME, SHOW_HELD, SHOW_TOAST } from '../inline/programs.ts';
import { About, Landing, LostDocument, PrivacyPolicy, TermsOfUse, Works } from './public.tsx';
import type { Rendered } from './rendered.ts';

interface Head {
  /** If absent, the title is the product's name. */
  title?: string;
  description?: string;
  /** Path of the page; if absent, search engines do not index it. */
  path?: string;
  /** Colours of the browser's toolbar, light and dark: those of the page's upper edge. */
  colours: readonly [light: string, dark: string];
}

const PAPER = ['#fffefa', '#1a2227'] as const;
const COVER = ['#1f2c6d', '#1e2a66'] as const;

export async function renderDocuments(): Promise<Rendered[]> {
  rendered.path = '/auth';
  const auth = { app: true, screen: 'src/domains/people/accounts/Auth.tsx' } as const;
  return [
    plain(
      'landing.html',
      <Landing />,
      {
        title: 'Saiba o que o seu filho já sabe',
        description:
          'Testes feitos por professores, alinhados com o currículo de Angola. O seu filho responde em cerca de 15 minutos e o resultado aparece na hora.',
        path: '/',
        colours: COVER,
      },
      `${SHOW_HELD};${SHOW_TOAST}`,
    ),
    plain('about.html', <About />, {
      title: 'Sobre nós',
      description: `O que é a ${brand.productName}, como pensamos e quem somos: uma ferramenta para os pais avaliarem a leitura, a escrita e o cálculo dos filhos.`,
      path: '/about',
      colours: PAPER,
    }),
    plain('privacy-policy.html', <PrivacyPolicy />, {
      title: 'Política de Privacidade',
      description: 'Que dados guardamos do encarregado e das crianças, para quê, por quanto tempo e que direitos tem.',
      path: '/privacy-policy',
      colours: PAPER,
    }),
    plain('terms-of-use.html', <TermsOfUse />, {
      title: 'Termos de Uso',
      description: `As regras de utilização da ${brand.productName}: conta, planos e pagamento, uso aceitável e responsabilidades.`,
      path: '/terms-of-use',
      colours: PAPER,
    }),
    plain('works.html', <Works />, {
      title: 'Funciona?',
      description: 'O que o treino faz aprender, medido às claras com famílias que disseram que sim.',
      path: '/funciona',
      colours: PAPER,
    }),
    plain('not-found.html', <LostDocument />, { title: 'Página não encontrada', colours: PAPER }),
    {
      file: 'auth-login.html',
      head: headOf({
        title: 'Entrar',
        description: `Entre na sua conta da ${brand.productName}.`,
        path: '/auth',
        colours: COVER,
      }),
      body: await firstPicture(<PrerenderedAuth search="" />),
      ...auth,
    },
    ...(await Promise.all(
      [undefined, ...PLAN_IDS].map(async (plan) => ({
        file: registrationFile(plan),
        head: headOf({
          title: 'Criar conta',
          description: 'Crie a sua conta. O plano Essencial é grátis.',
          path: '/auth?tab=register',
          colours: COVER,
        }),
        body: await firstPicture(<PrerenderedAuth search={`?tab=register${plan ? `&plan=${plan}` : ''}`} />),
        ...auth,
      })),
    )),
  ];
}

/** Renders a page without the app, and so without hydration markers. */
function plain(file: string, page: ReactNode, head: Head, script?: string): Rendered {
  return {
    file,
    head: `${headOf(head)}<script>${FOLLOW_THEME}</script>`,
    body: `${renderToStaticMarkup(page)}<script>${CHOOSE_THEME}</script>${script ? `<script>${script}</script>` : ''}`,
    app: false,
  };
}

/** Renders the app's first render, lazy screens included, with hydration markers. */
async function firstPicture(app: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(app, {
    onError: (error) => void failures.push(error),
    // The page is rendered as a whole: streaming a part later would need an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return html;
}

function headOf({ title, description, path, colours: [light, dark] }: Head): string {
  const whole = title ? `${title} · ${brand.productName}` : brand.productName;
  const tags = [
    `<title>${escapeHtml(whole)}</title>`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark}">`,
  ];
  if (description) tags.push(meta('name', 'description', description));
  if (path === undefined) tags.push('<meta name="robots" content="noindex">');
  else {
    const address = `{{publicUrl}}${path}`;
    tags.push(
      `<link rel="canonical" href="${escapeHtml(address)}">`,
      meta('property', 'og:type', 'website'),
      meta('property', 'og:locale', 'pt_AO'),
      meta('property', 'og:site_name', brand.productName),
      meta('property', 'og:title', title ?? brand.productName),
      meta('property', 'og:url', address),
      ...(description ? [meta('property', 'og:description', description)] : []),
      meta('property', 'og:image', '{{publicUrl}}/preview.png'),
      meta('property', 'og:image:type', 'image/png'),
      meta('property', 'og:image:width', '1200'),
      meta('property', 'og:image:height', '630'),
      meta('property', 'og:image:alt', `${brand.productName}: saiba o que o seu filho já sabe`),
      meta('name', 'twitter:card', 'summary_large_image'),
    );
  }
  return tags.join('');
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
