import { PICTURE, type Drawn } from './card-picture.js';

const SERIF = 'Newsreader, Georgia, serif';
const SANS = "'Instrument Sans', system-ui, sans-serif";
/** Smaller than this nothing is made to fit. */
const SMALLEST = 24;

/** Draws on a canvas, once the page's own fonts are there. */
export async function drawPicture(canvas: HTMLCanvasElement, drawn: readonly Drawn[]): Promise<void> {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser does not draw');
  // Without a signal the fonts that stand in for them are used.
  await Promise.allSettled([document.fonts.load(`500 40px ${SERIF}`), document.fonts.load(`600 40px ${SANS}`)]);
  canvas.width = PICTURE.width;
  canvas.height = PICTURE.height;
  for (const one of drawn) {
    if (one.draw === 'text') write(context, one);
    else paint(context, one);
  }
}

/** A picture of what stands on a canvas. */
export async function pictureFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The picture could not be made');
  return new File([blob], name, { type: 'image/png' });
}

function paint(context: CanvasRenderingContext2D, shape: Exclude<Drawn, { draw: 'text' }>): void {
  context.beginPath();
  if (shape.draw === 'disc') context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
  else context.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
  if (shape.fill !== undefined) {
    context.fillStyle = shape.fill;
    context.fill();
  }
  if (shape.line !== undefined) {
    context.strokeStyle = shape.line;
    context.lineWidth = shape.thick ?? 1;
    context.stroke();
  }
}

function write(
  context: CanvasRenderingContext2D,
  { text, x, y, fill, max = Infinity, ...style }: Extract<Drawn, { draw: 'text' }>,
): void {
  const { serif = false, weight = serif ? 500 : 400, align = 'left' } = style;
  let { size } = style;
  const fit = (): void => {
    context.font = `${weight} ${size}px ${serif ? SERIF : SANS}`;
  };
  fit();
  while (context.measureText(text).width > max && size > SMALLEST) {
    size -= 2;
    fit();
  }
  context.textAlign = align;
  context.fillStyle = fill;
  context.fillText(text, x, y);
}
