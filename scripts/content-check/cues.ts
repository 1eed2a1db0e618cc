// Rules against cues that reveal a question's answer, and against texts that are too hard to read for a child of the class.
import type { BankFile, BankQuestion } from '../../src/domains/bank/test-bank/content.contract.ts';
import { withoutLetter } from '../../src/shared/questions/letters.ts';
import { plainText } from '../../src/shared/words.ts';
import {
  classNumber,
  factsIn,
  isGivenOrder,
  longestSentence,
  numbersIn,
  onlyCapital,
  onlyRepeated,
  refersElsewhere,
  wordsInFull,
} from './content.rules.ts';
import type { Say } from './problems.ts';

const LANGUAGES = new Set(['Português', 'Inglês']);
const HISTORICAL = new Set(['História', 'Geografia', 'Ciências']);

/** Maximum number of words of a sentence in each class. */
const longestSentenceIn = (schoolClass: number) => (schoolClass <= 2 ? 15 : schoolClass <= 4 ? 25 : 35);

export function checkCues(bank: BankFile, question: BankQuestion, say: Say): void {
  const schoolClass = classNumber(bank.schoolClass);
  const right = question.correctAnswer.charCodeAt(0) - 65;
  const options = question.alternatives.map(withoutLetter);
  // A question of a language may be about capitals.
  if (!LANGUAGES.has(bank.discipline) && onlyCapital(options, right))
    say('maiuscula', 'só a alternativa certa começa por maiúscula, ou só ela não');
  const given = onlyRepeated(question.statement, options, right);
  if (given) say('palavra-repetida', `«${given}» está no enunciado e só na alternativa certa`);
  const elsewhere = refersElsewhere(question.statement);
  if (elsewhere) say('sozinha', `«${elsewhere}» remete para outra questão; cada uma é lida sozinha`);
  if (isGivenOrder(options, right)) say('ordem', 'a ordem certa é 1, 2, 3…, a dos números no desenho');
  if (/_\s*\?/.test(question.statement))
    say('lacuna', 'o ponto de interrogação está colado à lacuna: acabe a frase com um ponto, ou pergunte à parte');
  for (const [field, text] of [
    ['enunciado', question.statement],
    ['texto', question.passage ?? ''],
  ] as const) {
    const words = longestSentence(text);
    if (words > longestSentenceIn(schoolClass))
      say('frase', `o ${field} tem uma frase de ${words} palavras; o máximo são ${longestSentenceIn(schoolClass)}`);
  }
  if (schoolClass <= 2 && options.some((option) => /^\p{L}$/u.test(option.replace(/[«».]/g, '').trim())))
    say('letra-so', 'há alternativas de uma só letra, ao lado das letras A, B, C e D');
  if (question.figureAlt && tellsAnswer(question.figureAlt, options, right))
    say('alt-responde', 'figureAlt diz a resposta certa; descreva o desenho sem a dizer');
  if (HISTORICAL.has(bank.discipline) && schoolClass >= 4 && !question.source && !question.check) {
    const facts = factsIn(
      `${question.statement} ${options[right] ?? ''}`,
      `${question.passage ?? ''} ${question.figureAlt ?? ''}`,
    );
    if (facts.length > 0) say('fonte', `falta source para ${facts.join(', ')}`);
  }
  for (const text of [question.passage ?? '', question.statement, ...options, question.explanation]) {
    const written = /\d\.?\s?[ºª]\s*(ano|classe)(?!\p{L})/iu.exec(text)?.[0];
    if (written && !/^\d\.ª classe$/.test(written)) say('classe-escrita', `«${written}» escreve-se «4.ª classe»`);
  }
}

/** Returns whether a drawing's description contains the words or the number of the right alternative and of no other. */
function tellsAnswer(alt: string, options: readonly string[], right: number): boolean {
  const described = ` ${wordsInFull(alt)} `;
  const told = options.map((option) => {
    const wanted = wordsInFull(option);
    if (/^\d+$/.test(wanted)) return numbersIn(described).has(wanted);
    return plainText(wanted).length >= 3 && described.includes(` ${wanted} `);
  });
  return told[right] === true && told.filter(Boolean).length === 1;
}
