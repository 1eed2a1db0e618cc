import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { wholePercent } from '../../../shared/percent.ts';
import { DISCIPLINES, type Discipline, TEST_CLASSES, type TestClass } from '../../../shared/words.ts';
import { goTo } from '../../../web/call/navigation.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import styles from './Curricula.module.css';
import { type CoverageSums, sumsSentence } from './coverage.rules.ts';
import { useCoverage, useCurriculum } from './curriculum-calls.tsx';
import { EducationSystem } from './EducationSystem.tsx';
import { Programme, type ProgrammeProps } from './Programme.tsx';

const ReferenceDialog = lazy(() => import('./ReferenceDialog.tsx'));

const addressOf = (schoolClass: TestClass, discipline: Discipline) =>
  `/teacher/curricula?${new URLSearchParams({ class: schoolClass, discipline })}`;

/** 'Planos Curriculares': the education system, and the curriculum as data with how well the bank covers it. */
export default function CurriculaTab({ askDialog }: Pick<ProgrammeProps, 'askDialog'>) {
  const query = new URLSearchParams(useSearch());
  const schoolClass = TEST_CLASSES.find((one) => one === query.get('class')) ?? '1º Ano';
  const discipline = DISCIPLINES.find((one) => one === query.get('discipline')) ?? 'Matemática';
  const [downloading, setDownloading] = useState(false);
  return (
    <>
      <div className={styles['head']}>
        <h2>Sistema de ensino angolano</h2>
        <Button variant="secondary" href={`/teacher/templates?${new URLSearchParams({ class: schoolClass })}`}>
          Modelos para treinar
        </Button>
        <Button variant="secondary" icon={<IconDownload />} onClick={() => setDownloading(true)}>
          Baixar Documentos de Referência
        </Button>
      </div>
      <EducationSystem />
      <div className={styles['head']}>
        <h2>Planos por classe</h2>
        <SelectField
          className={styles['class']}
          label="Classe"
          name="class"
          id="plan-class"
          value={schoolClass}
          options={TEST_CLASSES.map((value) => ({ value, label: value }))}
          onChange={(event) => goTo(addressOf(event.target.value as TestClass, discipline), { replace: true })}
        />
      </div>
      <Plan
        key={`${schoolClass} ${discipline}`}
        schoolClass={schoolClass}
        discipline={discipline}
        askDialog={askDialog}
      />
      {downloading && (
        <Suspense fallback={null}>
          <ReferenceDialog schoolClass={schoolClass} discipline={discipline} onClose={() => setDownloading(false)} />
        </Suspense>
      )}
    </>
  );
}

function Plan({
  schoolClass,
  discipline,
  askDialog,
}: Pick<ProgrammeProps, 'schoolClass' | 'discipline' | 'askDialog'>) {
  const query = { discipline, class: schoolClass };
  const plan = useCurriculum('GET /api/teacher/curriculum', { query });
  const coverage = useCoverage('GET /api/teacher/coverage', { query });
  const error = plan.error ?? coverage.error;
  return (
    <>
      <Disciplines schoolClass={schoolClass} discipline={discipline} sums={coverage.data?.disciplines} />
      {error ? (
        <Failed
          error={error}
          onRetry={() => Promise.all([plan.refetch(), coverage.refetch()])}
          busy={plan.isFetching || coverage.isFetching}
        />
      ) : plan.data && coverage.data ? (
        <Programme
          discipline={discipline}
          schoolClass={schoolClass}
          themes={plan.data.themes}
          counts={coverage.data.objectives}
          without={coverage.data.without}
          askDialog={askDialog}
        />
      ) : (
        <Spinner />
      )}
    </>
  );
}

/** Returns the coverage of a class, or that the class has no programme yet. */
const classSentence = (schoolClass: TestClass, sums: CoverageSums) =>
  sums.objectives === 0
    ? `O ${schoolClass} ainda não tem plano curricular. Escolha uma disciplina e acrescente o primeiro tema.`
    : `${schoolClass}: ${sumsSentence(sums)}`;

interface DisciplinesProps {
  schoolClass: TestClass;
  discipline: Discipline;
  sums: readonly (CoverageSums & { discipline: Discipline })[] | undefined;
}

/** Overview of a class: each discipline with its number of objectives and gaps, and a link to its programme. */
function Disciplines({ schoolClass, discipline, sums }: DisciplinesProps) {
  const all = (sums ?? []).reduce(
    (sum, one) => ({
      objectives: sum.objectives + one.objectives,
      gaps: sum.gaps + one.gaps,
      few: sum.few + one.few,
      questions: sum.questions + one.questions,
    }),
    { objectives: 0, gaps: 0, few: 0, questions: 0 },
  );
  return (
    <nav aria-label={`Disciplinas do ${schoolClass}`}>
      <p className={styles['sum']}>{sums ? classSentence(schoolClass, all) : ' '}</p>
      <ul className={styles['disciplines']}>
        {DISCIPLINES.map((name) => {
          const sum = sums?.find((one) => one.discipline === name);
          const asked = sum ? (wholePercent(sum.objectives - sum.gaps, sum.objectives) ?? 0) : 0;
          return (
            <li key={name}>
              <a href={addressOf(schoolClass, name)} aria-current={name === discipline ? 'true' : undefined}>
                <b>{name}</b>
                <span className={styles['track']} aria-hidden="true">
                  {sum && <svg width={`${asked}%`} />}
                </span>
                <span>
                  {!sums
                    ? '…'
                    : !sum
                      ? 'sem plano'
                      : sum.gaps === 0
                        ? plural(sum.objectives, 'objectivo', 'objectivos')
                        : `${sum.gaps === 1 ? 'falta 1' : `faltam ${sum.gaps}`} de ${sum.objectives}`}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
