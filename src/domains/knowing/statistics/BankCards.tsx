import { grouped } from '../../../shared/text.ts';
import { reader } from '../../../web/call/api.ts';
import teacher from '../../../web/parts/panel.module.css';
import { statisticsAddress } from '../../../web/parts/statistics-address.ts';
import { Card } from '../../../web/ui/lists/Card.tsx';
import type { bankStatisticsContract } from './bank-statistics.contract.ts';
import styles from './Statistics.module.css';
import { Figure, Flags, Statement } from './StatisticsParts.tsx';
import { measuredInWords, percent } from './statistics-words.rules.ts';

const useRead = reader<typeof bankStatisticsContract>();

/** Number of questions listed on the card; a link shows the others. */
const NAMED = 3;

/** Renders the three cards below the complete bank: its content, how much is known about it, and what to review first. */
export default function BankCards() {
  const { data: bank } = useRead('GET /api/teacher/statistics', {});
  const { data: flagged } = useRead('GET /api/teacher/statistics/questions', { query: { limit: String(NAMED) } });
  // The bank is usable without these cards: if they cannot be read, they are not shown.
  if (!bank || !flagged) return null;
  const disciplines = new Map<string, number>();
  for (const { discipline, questions } of bank.groups)
    disciplines.set(discipline, (disciplines.get(discipline) ?? 0) + questions);
  return (
    <div className={`${teacher['cards']} ${styles['each']}`}>
      <Card title="Questões por disciplina">
        {disciplines.size === 0 && <p>Ainda não há questões.</p>}
        <ul>
          {[...disciplines].map(([discipline, questions]) => (
            <li key={discipline}>
              {discipline}: {grouped(questions)} {questions === 1 ? 'questão' : 'questões'}
            </li>
          ))}
        </ul>
        <a className={teacher['link']} href={statisticsAddress('teacher')}>
          Ver por classe
        </a>
      </Card>
      <Card title="Respostas">
        <dl className={styles['figures']}>
          <Figure label="Tentativas válidas" value={grouped(bank.attempts)} />
          <Figure label="Acertam" value={bank.facility === null ? '–' : percent(bank.facility)} />
        </dl>
        <p>{measuredInWords(bank)}</p>
        <a className={teacher['link']} href={statisticsAddress('teacher')}>
          Ver estatísticas do banco
        </a>
      </Card>
      <Card title="A verificar primeiro">
        {flagged.length === 0 ? (
          <p>Nenhuma questão assinalada. É preciso que 10 crianças façam um teste para se dizer algo dele.</p>
        ) : (
          <ol className={styles['form']}>
            {flagged.map((question) => (
              <li key={question.id}>
                <a href={statisticsAddress('teacher', question.test.id)}>
                  <Statement question={question} />
                </a>
                <Flags flags={question.flags.slice(0, 1)} />
              </li>
            ))}
          </ol>
        )}
        {bank.flagged > flagged.length && (
          <a className={teacher['link']} href={statisticsAddress('teacher')}>
            {bank.flagged === 1 ? 'Ver a questão' : `Ver as ${grouped(bank.flagged)} questões`}
          </a>
        )}
      </Card>
    </div>
  );
}
