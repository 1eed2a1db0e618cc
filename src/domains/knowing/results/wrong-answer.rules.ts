/**
 * Returns what a wrong answer shows: "Quem responde assim troca a causa com a consequência."
 *
 * @param phrase of the error, without a subject.
 */
export const wrongAnswerSentence = (phrase: string) => `Quem responde assim ${phrase}.`;
