import { useState } from 'react';
import { succeeded } from '../../../web/call/outcome.ts';
import form from '../../../web/parts/FormDialog.module.css';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { SelectField } from '../../../web/ui/forms/Field.tsx';
import styles from './Curricula.module.css';
import type { Count } from './coverage.rules.ts';
import type { Objective, Theme } from './curriculum.contract.ts';
import { callCoverage, callCurriculum } from './curriculum-calls.tsx';
import { FormDialog } from './FormDialog.tsx';

interface RemoveThemeProps {
  theme: Theme;
  countOf: (objective: Objective) => Count;
  onClose: () => void;
}

/** Deletes a theme with its objectives. While questions measure one of them, it shows which objective prevents that. */
export function RemoveTheme({ theme, countOf, onClose }: RemoveThemeProps) {
  const used = theme.objectives.map((one) => ({ ...one, total: countOf(one).total })).filter(({ total }) => total > 0);
  if (used.length > 0)
    return (
      <Dialog
        open
        onClose={onClose}
        title={`O tema ${theme.code} está em uso`}
        footer={<Button onClick={onClose}>Fechar</Button>}
      >
        <div className={form['form']}>
          <p>Não se pode apagar enquanto houver questões que medem os seus objectivos:</p>
          <ul className={styles['points']}>
            {used.map(({ code, total }) => (
              <li key={code}>
                <a href={`/teacher/questions?objective=${encodeURIComponent(code)}`}>
                  <b>{code}</b>: {plural(total, 'questão', 'questões')}
                </a>
              </li>
            ))}
          </ul>
          <p className="muted">Junte esses objectivos a outros, ou mude-os para outro tema, e apague depois o tema.</p>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      danger
      title={`Apagar o tema ${theme.code}?`}
      action="Apagar tema"
      onClose={onClose}
      send={async () => {
        await callCurriculum('DELETE /api/teacher/curriculum/themes/:id', {
          params: { id: String(theme.id) },
          query: { revision: String(theme.revision) },
        });
        succeeded('Tema apagado com sucesso');
      }}
    >
      {() => (
        <p>
          «{theme.theme}» sai do plano
          {theme.objectives.length > 0 && (
            <>, com {plural(theme.objectives.length, 'o seu objectivo', 'os seus objectivos')}</>
          )}
          . Não se pode recuperar, e o código não volta a ser usado.
        </p>
      )}
    </FormDialog>
  );
}

interface RemoveObjectiveProps {
  objective: Objective;
  count: Count;
  themes: readonly Theme[];
  onClose: () => void;
}

/** Deletes an objective. One with questions is joined to another objective, which gets its questions. */
export function RemoveObjective({ objective, count, themes, onClose }: RemoveObjectiveProps) {
  const [into, setInto] = useState('');
  const params = { id: String(objective.id) };
  if (count.total === 0)
    return (
      <FormDialog
        danger
        title={`Apagar o objectivo ${objective.code}?`}
        action="Apagar objectivo"
        onClose={onClose}
        send={async () => {
          await callCurriculum('DELETE /api/teacher/curriculum/objectives/:id', {
            params,
            query: { revision: String(objective.revision) },
          });
          succeeded('Objectivo apagado com sucesso');
        }}
      >
        {() => <p>«{objective.text}» sai do plano. Não se pode recuperar, e o código não volta a ser usado.</p>}
      </FormDialog>
    );
  return (
    <FormDialog
      danger
      title={`Juntar o objectivo ${objective.code} a outro`}
      action="Juntar e apagar"
      onClose={onClose}
      check={(): Record<string, string> => (into ? {} : { into: 'Escolha o objectivo que fica com as questões.' })}
      send={async () => {
        const { moved } = await callCoverage('POST /api/teacher/curriculum/objectives/:id/join', {
          params,
          body: { into: Number(into), revision: objective.revision },
        });
        succeeded(`${plural(moved, 'questão mudou', 'questões mudaram')} de objectivo`);
      }}
    >
      {(problems) => (
        <>
          <p>
            {plural(count.total, 'questão mede', 'questões medem')} «{objective.text}». Para o apagar, escolha o
            objectivo que fica com {count.total === 1 ? 'ela' : 'elas'}.{' '}
            <a href={`/teacher/questions?objective=${encodeURIComponent(objective.code)}`}>Ver as questões</a>
          </p>
          <SelectField
            label="Fica com as questões"
            name="into"
            placeholder="Escolha um objectivo"
            value={into}
            error={problems['into']}
            onChange={(event) => setInto(event.target.value)}
          >
            {themes.map(({ id, code, theme, objectives }) => (
              <optgroup key={id} label={`${code} ${theme}`}>
                {objectives
                  .filter((one) => one.id !== objective.id)
                  .map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.code} · {one.text}
                    </option>
                  ))}
              </optgroup>
            ))}
          </SelectField>
        </>
      )}
    </FormDialog>
  );
}
