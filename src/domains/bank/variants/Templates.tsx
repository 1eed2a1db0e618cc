import { useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { letterAt } from '../../../shared/questions/letters.ts';
import { CHILD_CLASSES, type ChildClass } from '../../../shared/words.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { goTo } from '../../../web/call/navigation.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import { Read } from '../../../web/parts/filters.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import { Switch } from '../../../web/ui/forms/Switch.tsx';
import { BackLink, Card } from '../../../web/ui/lists/Card.tsx';
import { ReviewTile } from '../../../web/ui/paper/OptionTile.tsx';
import { Formatted } from '../test-bank/Formatted.tsx';
import styles from './Templates.module.css';
import type { ListedTemplate, variantsContract } from './variants.contract.ts';

const useVariants = reader<typeof variantsContract>();
const callVariants = caller<typeof variantsContract>();

const addressOf = (schoolClass: ChildClass, key?: string) =>
  `/teacher/templates?${new URLSearchParams({ class: schoolClass, ...(key ? { template: key } : {}) })}`;

/** 'Modelos': the templates, ten variants of a selected one, and the switch that removes it from practice. */
export default function Templates() {
  const query = new URLSearchParams(useSearch());
  const found = useVariants('GET /api/teacher/variants', {});
  const schoolClass = CHILD_CLASSES.find((one) => one === query.get('class')) ?? '1º Ano';
  return (
    <>
      <BackLink href={`/teacher/curricula?${new URLSearchParams({ class: schoolClass })}`}>
        Planos Curriculares
      </BackLink>
      <div className={styles['head']}>
        <h2>Modelos de Matemática</h2>
        <SelectField
          className={styles['class']}
          label="Classe"
          name="class"
          id="template-class"
          value={schoolClass}
          options={CHILD_CLASSES.map((value) => ({ value, label: value }))}
          onChange={(event) => goTo(addressOf(event.target.value as ChildClass), { replace: true })}
        />
      </div>
      <p className={styles['about']}>
        De cada modelo saem questões sempre com outros números. As crianças recebem-nas ao treinar, depois dos seus
        erros.
      </p>
      <Read found={found} loading={<Skeleton lines={8} />}>
        {(all) => {
          const list = all.filter((one) => one.schoolClass === schoolClass);
          const chosen = list.find(({ key }) => key === query.get('template')) ?? list[0];
          if (!chosen) return <p>Esta classe ainda não tem modelos.</p>;
          return (
            <div className={styles['two']}>
              <nav aria-label="Modelos da classe">
                <p className={styles['count']}>{plural(list.length, 'modelo', 'modelos')}</p>
                <ul className={styles['list']}>
                  {list.map((one) => (
                    <li key={one.key}>
                      <a
                        href={addressOf(schoolClass, one.key)}
                        aria-current={one.key === chosen.key ? 'true' : undefined}
                        onClick={(event) => {
                          event.preventDefault();
                          goTo(addressOf(schoolClass, one.key), { replace: true });
                        }}
                      >
                        <span>{one.name}</span>
                        <span className={styles['state']}>{one.active ? one.objective : 'desligado'}</span>
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
              <Preview key={chosen.key} template={chosen} />
            </div>
          );
        }}
      </Read>
    </>
  );
}

function Preview({ template }: { template: ListedTemplate }) {
  const found = useVariants('GET /api/teacher/variants/:key', { params: { key: template.key } });
  const [busy, setBusy] = useState(false);
  const toggle = async (active: boolean) => {
    if (busy) return;
    setBusy(true);
    try {
      await callVariants('PUT /api/teacher/variants/:key', { params: { key: template.key }, body: { active } });
      await refresh('/api/teacher/variants');
      succeeded(active ? 'Modelo ligado' : 'Modelo desligado');
    } catch (error) {
      failed('Erro ao guardar', 'Não foi possível mudar o modelo', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label={template.name} className={styles['preview']}>
      <Card title={template.name}>
        <p className={styles['about']}>Objectivo {template.objective}</p>
        <Switch label="Usar ao treinar" checked={template.active} onChange={(active) => void toggle(active)} />
      </Card>
      <Read found={found} loading={<Skeleton lines={12} />}>
        {({ variants }) => (
          <ol className={styles['variants']}>
            {variants.map((variant) => (
              <li key={variant.seed}>
                <article className={styles['variant']}>
                  <h3>
                    <Formatted text={variant.statement} html={variant.statementHtml} />
                  </h3>
                  <ul className={styles['options']}>
                    {variant.alternatives.map(({ text, html, misconception }, place) => (
                      <li key={text}>
                        <ReviewTile
                          letter={letterAt(place)}
                          state={misconception === null ? 'right' : 'rest'}
                          note={misconception === null ? 'certa' : undefined}
                          {...(html === undefined ? {} : { html })}
                        >
                          {text}
                        </ReviewTile>
                        {misconception && <p className={styles['slip']}>{misconception}</p>}
                      </li>
                    ))}
                  </ul>
                  <p>
                    <Formatted text={variant.explanation} html={variant.explanationHtml} />
                  </p>
                </article>
              </li>
            ))}
          </ol>
        )}
      </Read>
    </section>
  );
}
