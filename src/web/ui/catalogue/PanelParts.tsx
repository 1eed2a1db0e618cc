import { useState } from 'react';
import { Button } from '../base/Button.tsx';
import { ErrorState } from '../base/ErrorState.tsx';
import { Skeleton } from '../base/Skeleton.tsx';
import { Spinner } from '../base/Spinner.tsx';
import { Accordion } from '../lists/Accordion.tsx';
import { BackLink, Card, Notice } from '../lists/Card.tsx';
import { DataTable } from '../lists/DataTable.tsx';
import { EmptyState } from '../lists/EmptyState.tsx';
import { ScoreBar } from '../lists/ScoreBar.tsx';
import { Tabs } from '../lists/Tabs.tsx';
import styles from './Catalogue.module.css';
import { icons, Part } from './sample.tsx';

interface Recent {
  id: number;
  child: string;
  subject: string;
  theme: string;
  score: number | null;
  when: string;
}

const RECENT: Recent[] = [
  { id: 1, child: 'Maria', subject: 'Matemática', theme: 'Fracções', score: 80, when: 'há 2 dias' },
  { id: 2, child: 'João', subject: 'Português', theme: 'Interpretação de Texto', score: 54, when: 'há 5 dias' },
  { id: 3, child: 'Maria', subject: 'Ciências', theme: 'Sistema Solar', score: 90, when: 'há 9 dias' },
];

/** Renders tables, tabs and notices. */
export function PanelParts() {
  const [sort, setSort] = useState({ key: 'score', descending: true });
  const [tab, setTab] = useState<'a' | 'b' | 'c'>('a');
  return (
    <>
      <Part name="Tabela">
        <DataTable
          caption="Testes recentes"
          rows={RECENT}
          rowKey={(row) => row.id}
          sort={sort}
          onSort={(key) => setSort({ key, descending: key === sort.key ? !sort.descending : true })}
          columns={[
            { key: 'child', header: 'Filho', cell: (row) => row.child, card: 'sub' },
            { key: 'subject', header: 'Disciplina', cell: (row) => row.subject, card: 'title' },
            { key: 'theme', header: 'Tema', cell: (row) => row.theme },
            {
              key: 'score',
              header: 'Pontuação',
              cell: (row) => <ScoreBar value={row.score} withNumber />,
              card: 'wide',
              sortable: true,
            },
            { key: 'when', header: 'Data', cell: (row) => row.when, card: 'corner', sortable: true },
            { key: 'actions', header: 'Acções', cell: () => <a href="#r">Ver detalhes</a>, card: 'wide' },
          ]}
        />
        <br />
        <DataTable
          dense
          caption="Questões"
          rows={RECENT}
          rowKey={(row) => row.id}
          rowTone={(row) => (row.id === 1 ? 'selected' : row.id === 2 ? 'flagged' : undefined)}
          columns={[
            { key: 'id', header: 'ID', cell: (row) => row.id, card: 'corner' },
            {
              key: 'text',
              header: 'Enunciado',
              cell: (row) => `Que parte da laranja sobrou? (${row.theme})`,
              card: 'title',
            },
            { key: 'key', header: 'Resposta', cell: () => 'C', align: 'center' },
            { key: 'weight', header: 'Peso', cell: () => 2, align: 'end' },
          ]}
        />
      </Part>
      <Part name="Separadores, dobras, avisos">
        <Tabs
          label="Painel"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'a', label: 'Testes', icon: <icons.IconClipboard /> },
            { id: 'b', label: 'Banco', count: 10, icon: <icons.IconLibrary /> },
            { id: 'c', label: 'Planos' },
          ]}
        >
          O conteúdo do separador {tab}.
        </Tabs>
        <br />
        <Notice action={<Button variant="brass">Ver planos</Button>}>
          <b>Plano Essencial:</b> 1 teste por disciplina por mês.
        </Notice>
        <br />
        <Notice title="Chave provavelmente errada" icon={<icons.IconFlag size={22} />}>
          34 de 46 crianças escolheram B, e são as que têm melhor nota no teste.
        </Notice>
        <br />
        <Accordion title="1. Compromisso" open>
          Os dados de uma criança pertencem à família.
        </Accordion>
        <Accordion title="2. Dados recolhidos">O mínimo.</Accordion>
      </Part>
    </>
  );
}

/** Renders the loading, empty and error states, and all icons. */
export function RestParts() {
  return (
    <>
      <Part name="À espera, vazio, erro">
        <div className={styles.three}>
          <Card>
            <Skeleton lines={4} />
          </Card>
          <Card>
            <Spinner />
          </Card>
          <Card>
            <EmptyState title="Nenhum filho cadastrado" text="Adicione o primeiro filho para começar.">
              <Button icon={<icons.IconPlus />}>Adicionar Filho</Button>
            </EmptyState>
          </Card>
          <Card>
            <ErrorState
              text="O resto da página continua a funcionar."
              detail="503: service unavailable"
              onRetry={() => undefined}
            />
          </Card>
          <Card muted title="Multiplicação">
            <p className="muted">Multiplicar por dois algarismos.</p>
          </Card>
        </div>
      </Part>
      <Part name="Ícones">
        <div className={styles.row}>
          {Object.entries(icons).map(([name, Icon]) => (
            <span key={name} className={styles.icon}>
              <Icon size={24} />
              <span className="meta">{name.slice(4)}</span>
            </span>
          ))}
        </div>
        <BackLink href="#top" />
      </Part>
    </>
  );
}
