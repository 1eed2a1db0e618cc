import { letterAt } from '../../../../shared/questions/letters.ts';
import type { Draft } from '../files.rules.ts';
import { pictureMarkup, statementMarkup, textToMarkup, verbatim, type Writing } from '../markup-writing.rules.ts';
import { FOLDER, nameFiles } from '../pictures.rules.ts';
import { textEntry } from '../written/qti.rules.ts';
import { escapeAttribute, escapeXml } from '../xml.rules.ts';

const QTI = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A formula as MathML with its TeX as annotation, or undefined if it cannot be rendered. */
export type Drawing = (tex: string) => string | undefined;

/** Returns questions as the files of a QTI 3 package, by path: manifest, test, one item each, and the pictures. */
export function qtiFiles(questions: readonly Draft[], title: string, draw: Drawing): Map<string, string | Uint8Array> {
  const { nameOf, nameAt, files } = nameFiles(questions);
  const pathOf = ({ picture }: Draft) => (picture ? `${FOLDER}/${nameOf(picture)}` : undefined);
  const pathsOf = (question: Draft) => [
    ...[pathOf(question) ?? []].flat(),
    ...[...(question.pictures?.keys() ?? [])]
      .flatMap((address) => nameAt(question, address) ?? [])
      .map((name) => `${FOLDER}/${name}`),
  ];
  const names = questions.map((_, index) => `q${String(index + 1).padStart(4, '0')}`);
  const items = questions.map(
    (question, index) =>
      [
        `items/${names[index]}.xml`,
        itemOf(question, names[index] as string, draw, pathOf(question), (address) => nameAt(question, address)),
      ] as const,
  );
  const pictures = [...files].map(([name, bytes]) => [`${FOLDER}/${name}`, bytes] as const);
  return new Map<string, string | Uint8Array>([
    ['imsmanifest.xml', manifestOf(names, questions.map(pathsOf))],
    ['test.xml', testOf(names, title)],
    ...items,
    ...pictures,
  ]);
}

function itemOf(
  question: Draft,
  name: string,
  draw: Drawing,
  picture: string | undefined,
  nameAt: (address: string) => string | undefined,
): string {
  const shown = picture === undefined ? '' : pictureMarkup(`../${picture}`, question.picture?.alt ?? '');
  const writing: Writing = {
    formula: (tex) => draw(tex) ?? verbatim(`$${tex}$`, tex),
    pictureAt: (address) => {
      const file = nameAt(address);
      return file && `../${FOLDER}/${file}`;
    },
  };
  const facts = [
    ...(question.skillCategory === null ? [] : [` data-skill-category="${escapeAttribute(question.skillCategory)}"`]),
    ...(question.objective === null ? [] : [` data-objective="${escapeAttribute(question.objective)}"`]),
    ...(question.difficulty === undefined ? [] : [` data-difficulty="${question.difficulty}"`]),
  ].join('');
  const written = question.answering ? textEntry(question) : undefined;
  const choices = question.alternatives.map(
    (text, place) =>
      `      <qti-simple-choice identifier="${letterAt(place)}">${textToMarkup(text, writing)}</qti-simple-choice>\n`,
  );
  const explanation =
    question.explanation === null
      ? ''
      : `  <qti-modal-feedback outcome-identifier="FEEDBACK" identifier="EXPLANATION" show-hide="show"><qti-content-body><div>${textToMarkup(question.explanation, writing)}</div></qti-content-body></qti-modal-feedback>\n`;
  const marked = statementMarkup(question, writing, shown);
  const body = question.passage === null && shown === '' ? `<div>${marked}</div>` : marked;
  return (
    `${DECLARATION}<qti-assessment-item xmlns="${QTI}" identifier="${name}" title="${escapeAttribute(name)}" adaptive="false" time-dependent="false" xml:lang="pt-AO">\n` +
    `${written?.declaration ?? choiceDeclaration(question)}` +
    `  <qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"><qti-default-value><qti-value>0</qti-value></qti-default-value></qti-outcome-declaration>\n` +
    `  <qti-outcome-declaration identifier="MAXSCORE" cardinality="single" base-type="float"><qti-default-value><qti-value>${question.weight}</qti-value></qti-default-value></qti-outcome-declaration>\n` +
    `  <qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"><qti-default-value><qti-value>EXPLANATION</qti-value></qti-default-value></qti-outcome-declaration>\n` +
    `  <qti-item-body${facts}${written?.attribute ?? ''}>\n    ${body}\n${written?.interaction ?? choiceInteraction(choices)}  </qti-item-body>\n` +
    `  <qti-response-processing>\n    <qti-response-condition>\n      <qti-response-if>\n        ${written?.test ?? CHOICE_TEST}\n` +
    `        <qti-set-outcome-value identifier="SCORE"><qti-variable identifier="MAXSCORE"/></qti-set-outcome-value>\n      </qti-response-if>\n    </qti-response-condition>\n  </qti-response-processing>\n` +
    `${explanation}</qti-assessment-item>\n`
  );
}

const choiceDeclaration = ({ correct }: Draft): string =>
  `  <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier">\n    <qti-correct-response><qti-value>${letterAt(correct)}</qti-value></qti-correct-response>\n  </qti-response-declaration>\n`;
const choiceInteraction = (choices: readonly string[]): string =>
  `    <qti-choice-interaction response-identifier="RESPONSE" shuffle="false" max-choices="1">\n${choices.join('')}    </qti-choice-interaction>\n`;
const CHOICE_TEST = '<qti-match><qti-variable identifier="RESPONSE"/><qti-correct identifier="RESPONSE"/></qti-match>';

function testOf(names: readonly string[], title: string): string {
  const references = names.map(
    (name) => `      <qti-assessment-item-ref identifier="${name}" href="items/${name}.xml"/>\n`,
  );
  return (
    `${DECLARATION}<qti-assessment-test xmlns="${QTI}" identifier="test" title="${escapeAttribute(title)}">\n` +
    `  <qti-test-part identifier="part" navigation-mode="nonlinear" submission-mode="simultaneous">\n    <qti-assessment-section identifier="section" title="${escapeAttribute(title)}" visible="true">\n` +
    `${references.join('')}    </qti-assessment-section>\n  </qti-test-part>\n</qti-assessment-test>\n`
  );
}

function manifestOf(names: readonly string[], pictures: readonly (readonly string[])[]): string {
  const resource = (name: string, type: string, href: string, inside = '') =>
    `    <resource identifier="${name}" type="${type}" href="${escapeXml(href)}"><file href="${escapeXml(href)}"/>${inside}</resource>\n`;
  const filesOf = (paths: readonly string[]) => paths.map((path) => `<file href="${escapeXml(path)}"/>`).join('');
  const needs = names.map((name) => `<dependency identifierref="${name}"/>`).join('');
  return (
    `${DECLARATION}<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="manifest">\n` +
    `  <metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>\n  <organizations/>\n  <resources>\n` +
    `${resource('test', 'imsqti_test_xmlv3p0', 'test.xml', needs)}${names.map((name, index) => resource(name, 'imsqti_item_xmlv3p0', `items/${name}.xml`, filesOf(pictures[index] ?? []))).join('')}` +
    `  </resources>\n</manifest>\n`
  );
}
