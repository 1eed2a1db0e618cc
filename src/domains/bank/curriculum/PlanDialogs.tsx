import { useState } from 'react';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { succeeded } from '../../../web/call/outcome.ts';
import { SelectField, TextArea, TextField } from '../../../web/ui/forms/Field.tsx';
import type { Objective, Theme } from './curriculum.contract.ts';
import { callCurriculum } from './curriculum-calls.tsx';
import { FormDialog } from './FormDialog.tsx';

interface ThemeDialogProps {
  discipline: Discipline;
  schoolClass: TestClass;
  theme: Theme | 'new';
  onClose: () => void;
}

/** Renders a theme of the programme: its name and its content. The server assigns its code. */
export function ThemeDialog({ discipline, schoolClass, theme, onClose }: ThemeDialogProps) {
  const isNew = theme === 'new';
  const [name, setName] = useState(isNew ? '' : theme.theme);
  const [content, setContent] = useState(isNew ? '' : theme.content);
  return (
    <FormDialog
      title={isNew ? `Novo tema de ${discipline}, ${schoolClass}` : `Editar o tema ${theme.code}`}
      action={isNew ? 'Criar tema' : 'Guardar tema'}
      onClose={onClose}
      check={(): Record<string, string> => (name.trim() ? {} : { theme: 'Escreva o nome do tema.' })}
      send={async () => {
        const words = { theme: name, content };
        if (isNew)
          await callCurriculum('POST /api/teacher/curriculum/themes', { body: { discipline, schoolClass, ...words } });
        else
          await callCurriculum('PUT /api/teacher/curriculum/themes/:id', {
            params: { id: String(theme.id) },
            body: { ...words, revision: theme.revision },
          });
        succeeded(isNew ? 'Tema criado com sucesso' : 'Tema guardado');
      }}
    >
      {(problems) => (
        <>
          <TextField
            label="Tema"
            name="theme"
            maxLength={160}
            value={name}
            error={problems['theme']}
            onChange={(event) => setName(event.target.value)}
          />
          <TextArea
            label="Conteúdos"
            name="content"
            optional
            rows={4}
            maxLength={1000}
            hint="O que se ensina neste tema, nas palavras do programa."
            value={content}
            error={problems['content']}
            onChange={(event) => setContent(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

interface ObjectiveDialogProps {
  themes: readonly Theme[];
  theme: Theme;
  objective: Objective | 'new';
  onClose: () => void;
}

/** Renders an objective: what a child who has learned it can do, and the theme to which it belongs. */
export function ObjectiveDialog({ themes, theme, objective, onClose }: ObjectiveDialogProps) {
  const isNew = objective === 'new';
  const [text, setText] = useState(isNew ? '' : objective.text);
  const [themeId, setThemeId] = useState(theme.id);
  return (
    <FormDialog
      title={isNew ? `Novo objectivo de ${theme.code}` : `Editar o objectivo ${objective.code}`}
      action={isNew ? 'Criar objectivo' : 'Guardar objectivo'}
      onClose={onClose}
      check={(): Record<string, string> => (text.trim() ? {} : { text: 'Escreva o objectivo.' })}
      send={async () => {
        if (isNew)
          await callCurriculum('POST /api/teacher/curriculum/themes/:id/objectives', {
            params: { id: String(theme.id) },
            body: { text },
          });
        else
          await callCurriculum('PUT /api/teacher/curriculum/objectives/:id', {
            params: { id: String(objective.id) },
            body: { text, themeId, revision: objective.revision },
          });
        succeeded(isNew ? 'Objectivo criado com sucesso' : 'Objectivo guardado');
      }}
    >
      {(problems) => (
        <>
          <TextArea
            label="Objectivo"
            name="text"
            rows={3}
            maxLength={400}
            hint="Comece por um verbo: «Comparar fracções com o mesmo denominador»."
            value={text}
            error={problems['text']}
            onChange={(event) => setText(event.target.value)}
          />
          {!isNew && (
            <SelectField
              label="Tema"
              name="themeId"
              hint="Noutro tema, o código do objectivo continua o mesmo."
              value={String(themeId)}
              error={problems['themeId']}
              options={themes.map(({ id, code, theme: name }) => ({ value: String(id), label: `${code} ${name}` }))}
              onChange={(event) => setThemeId(Number(event.target.value))}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
