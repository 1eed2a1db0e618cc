import type { ReactNode } from 'react';
import { brand } from '../../delivery/browser/boot.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { cx } from '../../web/ui/base/cx.ts';
import { IconCheck } from '../../web/ui/base/Icon.tsx';
import { type Column, DataTable } from '../../web/ui/lists/DataTable.tsx';
import { FioResult } from '../../web/ui/paper/Fio.tsx';
import styles from './About.module.css';
import { DocumentFrame, DocumentMain } from './DocumentFrame.tsx';
import { OpeningCover } from './OpeningCover.tsx';

/** Renders the page about the product and the company. */
export function About() {
  return (
    <DocumentFrame>
      <DocumentMain>
        <OpeningCover
          fio={[5, 4]}
          eyebrow={`Sobre a ${brand.productName}`}
          title="Empoderar Mentes, Transformar Futuros."
          lead="Uma ferramenta para os pais avaliarem, por si mesmos, o que os filhos sabem de leitura, escrita e cálculo."
        />

        <Part id="sobre" title={`O que é a ${brand.productName}`}>
          <p>
            A {brand.productName} leva para casa uma pergunta simples: o que é que o meu filho já sabe? A criança faz um
            teste curto, de acordo com a sua classe. O encarregado vê logo o resultado, cada resposta explicada e o que
            falta praticar.
          </p>
          <p>
            Por trás está a {brand.companyName}, uma empresa de educação. Escrevemos os testes com professores, para as
            famílias, e não para fazer listas dos melhores e dos piores.
          </p>
        </Part>

        <Part id="filosofia" title="A nossa filosofia">
          <p>
            Empoderar uma mente é dar-lhe meios de ver por si. Uma criança que percebe onde errou, e porquê, sabe o
            passo seguinte. Quem vê o erro com ela já está a ajudar, mesmo que nunca tenha dado essa matéria.
          </p>
          <p>
            Por isso não falamos de talento nem de castigo. Mostramos o que foi feito, nomeamos o que falta e propomos a
            próxima prática. É assim, aos poucos, que um futuro se transforma.
          </p>
        </Part>

        <Part id="missao" title="A nossa missão">
          <p>
            Pôr nas mãos de cada família angolana, em qualquer província e com qualquer telemóvel, uma avaliação séria
            do que os filhos aprendem. Com pouca internet, pouco dinheiro e sem esperar pelo fim do trimestre.
          </p>
        </Part>

        <Reasons />
        <Comparison />
        <People />
        <Contact />
      </DocumentMain>
    </DocumentFrame>
  );
}

const Reasons = () => (
  <Part id="porque" title={`Porquê a ${brand.companyName}`}>
    <ul className={styles['reasons']}>
      {REASONS.map(([title, text]) => (
        <li key={title}>
          <IconCheck />
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </Part>
);

const Comparison = () => (
  <Part id="comparacao" title="Duas maneiras de acompanhar" wide>
    <DataTable
      caption={`Ensino tradicional e ${brand.companyName}, lado a lado`}
      columns={COLUMNS}
      rows={ROWS}
      rowKey={(row) => row.aspect}
    />
    <p className={styles['note']}>
      Não é uma escolha entre as duas. A escola ensina e avalia; nós ajudamos a família a acompanhar o que lá se
      aprende.
    </p>
  </Part>
);

const People = () => (
  <Part id="quem-somos" title="Quem somos">
    <p>
      A {brand.companyName} junta professores, que escrevem e revêem as perguntas, e quem faz e mantém o programa. Cada
      teste segue os temas e os objectivos da classe. Cada pergunta traz a sua explicação, para que um erro sirva para
      aprender.
    </p>
    <div className={styles['credit']}>
      <FioResult results={FIO} scale={1.4} />
      <p>
        O fio da {brand.productName} inspira-se nos sona, desenhos do povo Cokwe, Património Cultural Imaterial da
        Humanidade.
      </p>
    </div>
  </Part>
);

function Contact() {
  const mail = `mailto:${brand.supportEmail}`;
  return (
    <>
      <Part id="carreiras" title="Carreiras">
        <p>
          Dá aulas e gosta de escrever boas perguntas? Escreva para <a href={mail}>{brand.supportEmail}</a> e diga-nos a
          disciplina e as classes que ensina. Quando houver vagas, respondemos a quem nos escreveu.
        </p>
      </Part>

      <Part id="contacto" title="Contacto">
        <p>
          Dúvidas, erros numa pergunta, pedidos sobre os seus dados: tudo chega a{' '}
          <a href={mail}>{brand.supportEmail}</a>.
        </p>
        <p className={styles['ways']}>
          <Button href="/auth?tab=register">Criar conta</Button>
          <Button variant="secondary" href={mail}>
            Escrever-nos
          </Button>
        </p>
      </Part>
    </>
  );
}

function Part({ id, title, wide, children }: { id: string; title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section id={id} className={cx(styles['part'], wide && styles['wide'])}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

const FIO = new Array<boolean>(10).fill(true);

const REASONS = [
  [
    'Diz a verdade, com calma',
    'Uma frase e um número que se entendem em cinco segundos. Sem dados, dizemos que não há dados.',
  ],
  [
    'Cabe no telemóvel que tem',
    'Páginas leves, feitas para internet lenta. Se a internet cair, o teste continua. As respostas ficam no telemóvel e seguem depois.',
  ],
  ['Respeita a criança', 'Uma pergunta de cada vez, sem publicidade e sem listas de melhores e piores.'],
  ['Guarda pouco e não partilha', 'Só o necessário para aplicar os testes, e nada para vender.'],
] as const;

interface Row {
  aspect: string;
  traditional: string;
  ours: string;
}

const ROWS: readonly Row[] = [
  {
    aspect: 'Currículo',
    traditional: 'O programa da classe, igual para a turma toda.',
    ours: 'Testes sobre os temas desse programa, à medida do que cada criança precisa.',
  },
  {
    aspect: 'Aprendizagem',
    traditional: 'O erro aparece na nota, no fim do trimestre.',
    ours: 'O erro aparece no próprio dia, com a explicação ao lado.',
  },
  {
    aspect: 'Pensamento crítico',
    traditional: 'Depende muito do professor e do tamanho da turma.',
    ours: 'Perguntas de compreensão, aplicação e análise, e não só de memória.',
  },
  {
    aspect: 'Competências para a vida',
    traditional: 'Ficam muitas vezes para depois da escola.',
    ours: 'Ler com atenção, gerir o tempo, rever o próprio trabalho.',
  },
  {
    aspect: 'Participação dos pais',
    traditional: 'Reuniões e caderneta, algumas vezes por ano.',
    ours: 'O encarregado vê cada teste e sabe o que praticar a seguir.',
  },
];

const COLUMNS: readonly Column<Row>[] = [
  { key: 'aspect', header: 'Aspecto', cell: (row) => <b>{row.aspect}</b>, card: 'title' },
  { key: 'traditional', header: 'Ensino tradicional', cell: (row) => row.traditional },
  { key: 'ours', header: brand.companyName, cell: (row) => row.ours },
];
