import { caller } from '../../../web/call/call.ts';
import type { recoveryContract } from './recovery.contract.ts';

export const callRecovery = caller<typeof recoveryContract>();

const WIDTH = 1080;
const HEIGHT = 1200;

/** What a recovery code's sheet says, on the screen, on paper and in the picture. */
export const explanationOf = (address: string) =>
  `Para voltar a entrar sem a senha: ${address}, «Esqueceu a senha?», «Tenho um código».`;

/** Splits a text into lines that fit a width. */
function linesOf(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * Draws the sheet of a recovery code as a PNG, dark on white.
 *
 * @throws Error if the browser has no canvas or no memory for it.
 */
export async function pictureOf(sheet: { product: string; username: string; code: string; address: string }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#111111';
  let top = 60;
  const write = (text: string, size: number, font = 'sans-serif', weight = 400) => {
    context.font = `${weight} ${size}px ${font}`;
    for (const line of linesOf(context, text, WIDTH - 160)) {
      top += size * 1.4;
      context.fillText(line, 80, top);
    }
    top += 24;
  };
  write(sheet.product, 44, 'sans-serif', 700);
  write('Código de recuperação da conta', 60, 'sans-serif', 700);
  write('Nome de usuário', 40);
  write(sheet.username, 60, 'sans-serif', 700);
  write('Código', 40);
  // Two groups on a line.
  const groups = sheet.code.split('-');
  write(`${groups.slice(0, 2).join('-')}-`, 84, 'monospace', 700);
  write(groups.slice(2).join('-'), 84, 'monospace', 700);
  write(explanationOf(sheet.address), 38);
  write('Guarde-o só para si.', 38);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('no picture');
  return blob;
}
