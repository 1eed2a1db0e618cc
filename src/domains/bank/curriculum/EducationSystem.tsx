import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import styles from './Curricula.module.css';

const LEVELS = [
  ['Pré-escolar', 'Iniciação', '5 anos'],
  ['Ensino Primário', '1.ª a 6.ª', '6 a 11 anos'],
  ['I Ciclo do Ensino Secundário', '7.ª a 9.ª', '12 a 14 anos'],
  ['II Ciclo do Ensino Secundário', '10.ª a 12.ª ou 13.ª', 'a partir dos 15 anos'],
] as const;

const SCALE = [
  ['Muito Bom', '9 a 10', '18 a 20'],
  ['Bom', '7 a 8', '14 a 17'],
  ['Suficiente', '5 a 6', '10 a 13'],
  ['Negativa', 'menos de 5', 'menos de 10'],
] as const;

/** Renders the structure of the Angolan education system, which teachers look up while writing a test. */
export function EducationSystem() {
  return (
    <div className={styles['system']}>
      <Reform />
      <Structure />
      <Programmes />
      <Assessment />
    </div>
  );
}

/** Renders the laws in force. */
function Reform() {
  return (
    <Accordion title="Reforma do sistema educativo">
      <ul className={styles['points']}>
        <li>
          <b>Lei n.º 17/16, de 7 de Outubro</b>, Lei de Bases do Sistema de Educação e Ensino, alterada e republicada
          pela <b>Lei n.º 32/20, de 12 de Agosto</b>. O ensino primário desenvolve a leitura, a escrita, o cálculo e as
          bases das ciências e das tecnologias.
        </li>
        <li>
          <b>Despacho Presidencial n.º 74/20, de 29 de Maio</b>: correcção e actualização dos programas e dos manuais,
          que são os de 2021.
        </li>
        <li>
          <b>Decreto Presidencial n.º 162/23, de 1 de Agosto</b>: Regime Jurídico do Ensino Primário e Secundário.
        </li>
        <li>
          <b>Decreto Presidencial n.º 162/25, de 15 de Agosto</b>: Novo Modelo Curricular e de Docência para a 5.ª e a
          6.ª classe, com menos disciplinas. Ciências, História e Geografia ficam no banco enquanto constarem dos
          manuais e dos exames da 6.ª classe.
        </li>
      </ul>
    </Accordion>
  );
}

/** Levels, classes and ages. */
function Structure() {
  return (
    <Accordion title="Estrutura">
      <table className={styles['facts']}>
        <thead>
          <tr>
            <th scope="col">Nível</th>
            <th scope="col">Classes</th>
            <th scope="col">Idade de referência</th>
          </tr>
        </thead>
        <tbody>
          {LEVELS.map(([level, classes, ages]) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              <td>{classes}</td>
              <td>{ages}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        O ensino primário tem três ciclos de aprendizagem: 1.ª e 2.ª, 3.ª e 4.ª, 5.ª e 6.ª classe. O que aqui se chama
        «4º Ano» é a 4.ª classe.
      </p>
    </Accordion>
  );
}

/** What is taught, by whom it is decided. */
function Programmes() {
  return (
    <Accordion title="Programas">
      <ul className={styles['points']}>
        <li>
          O <b>INIDE</b> faz os programas e os manuais; o <b>Ministério da Educação</b> aprova-os.
        </li>
        <li>
          <b>1.ª a 4.ª classe</b>: Língua Portuguesa, Matemática, Estudo do Meio, Educação Manual e Plástica, Educação
          Musical e Educação Física. Neste banco, o Estudo do Meio reparte-se por Ciências, História e Geografia.
        </li>
        <li>
          <b>5.ª e 6.ª classe</b> (programas de 2019): Língua Portuguesa, Matemática, Ciências da Natureza, História,
          Geografia, Educação Moral e Cívica, Educação Manual e Plástica, Educação Musical e Educação Física.
        </li>
        <li>
          <b>Língua estrangeira</b>: no modelo novo da 5.ª e 6.ª classe, francês no Norte e no Leste, inglês no Centro e
          no Sul. O Inglês da 1.ª à 4.ª classe é, neste banco, enriquecimento.
        </li>
      </ul>
    </Accordion>
  );
}

/** How pupils are assessed, and the scales of marks. */
function Assessment() {
  return (
    <Accordion title="Avaliação">
      <p>
        A avaliação é <b>diagnóstica</b> no início, <b>formativa</b> ao longo do ano e <b>sumativa</b> no fim (Decreto
        Executivo n.º 424/25, Regulamento da Avaliação das Aprendizagens). A escala vai de{' '}
        <b>0 a 20 valores, com mínimo de 10</b>; no <b>ensino primário, de 0 a 10</b>, com mínimo de 5.
      </p>
      <table className={styles['facts']}>
        <thead>
          <tr>
            <th scope="col">Menção</th>
            <th scope="col">Primário</th>
            <th scope="col">Secundário</th>
          </tr>
        </thead>
        <tbody>
          {SCALE.map(([word, primary, secondary]) => (
            <tr key={word}>
              <th scope="row">{word}</th>
              <td>{primary}</td>
              <td>{secondary}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        A 6.ª, a 9.ª e a 12.ª são classes de exame; os exames nacionais são do INADE. Um resultado desta plataforma não
        substitui a avaliação da escola.
      </p>
    </Accordion>
  );
}
