import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of each page of a PDF, and its metadata. */
export async function pdfText(bytes: Uint8Array): Promise<{ pages: string[]; metadata: Record<string, unknown> }> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await document.getMetadata();
  return { pages: text, metadata: info as Record<string, unknown> };
}
