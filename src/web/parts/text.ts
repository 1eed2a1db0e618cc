export {
  classInWords,
  firstName,
  inSentence,
  ofWhom,
  plural,
  shortName,
  toWhom,
  withArticle,
} from '../../shared/text.ts';
