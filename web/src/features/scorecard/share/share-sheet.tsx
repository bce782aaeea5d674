import styled from '@emotion/styled';
import { Copy, Download, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '../../../shared/copy-button.js';
import { saveFile } from '../../../shared/save-file.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { Sheet, type OpenState } from '../../../ui/overlays/dialogs.js';
import { cardPicture, pictureWords, type PictureCard, PICTURE, type Drawn } from './card-picture.js';

const Picture = styled.canvas`
  max-width: 100%;
  max-height: 56dvh;
  margin-inline: auto;
  border: 1px solid var(--line);
  border-radius: var(--radius-chip);
`;

interface SharingProps extends PictureCard {
  /** The path of the card's leaderboard. */
  leaderboard: string;
}

/** My card as a picture, to share with the phone's share sheet or to save as a file. */
export function ShareSheet({ open, onOpenChange, ...sharing }: SharingProps & OpenState) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Share your card">
      <Sharing {...sharing} />
    </Sheet>
  );
}

function Sharing({ leaderboard, ...card }: SharingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [failed, setFailed] = useState('');
  // A snapshot from when the sheet opened.
  const [shown] = useState(card);
  useEffect(() => {
    if (canvas.current === null) return;
    pictureOf(shown, canvas.current).then(setFile, () => setFailed('The picture could not be drawn.'));
  }, [shown]);
  const link = new URL(leaderboard, window.location.origin).href;
  const shares = file !== null && failed === '' && navigator.canShare?.({ files: [file] });
  const share = (picture: File): void => {
    navigator.share({ files: [picture], title: 'Scorecard' }).catch((error: unknown) => {
      // Dismissing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed('This phone could not share it.');
    });
  };
  return (
    <>
      <Picture ref={canvas} role="img" aria-label={pictureWords(shown)} />
      {failed !== '' && <Banner kind="danger" title={failed} />}
      <Button
        size="large"
        wide
        busy={file === null && failed === ''}
        icon={shares ? <Share2 size={18} /> : <Download size={18} />}
        onClick={() => file !== null && (shares ? share(file) : saveFile(file.name, file))}
      >
        {shares ? 'Share picture' : 'Save picture'}
      </Button>
      {!shares && !card.match.isSocial && (
        <CopyButton url={link} kind="secondary" wide icon={<Copy size={18} />}>
          Copy the leaderboard&apos;s link
        </CopyButton>
      )}
    </>
  );
}

const SERIF = 'Newsreader, Georgia, serif';
const SANS = "'Instrument Sans', system-ui, sans-serif";
const SMALLEST = 24;

/** Draws a card on a canvas once the page's fonts have loaded, and makes a file of it. */
async function pictureOf(card: PictureCard, canvas: HTMLCanvasElement): Promise<File> {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser does not draw');
  // Without a signal the fallback fonts are used.
  await Promise.allSettled([document.fonts.load(`500 40px ${SERIF}`), document.fonts.load(`600 40px ${SANS}`)]);
  Object.assign(canvas, PICTURE);
  for (const one of cardPicture(card)) {
    if ('text' in one) write(context, one);
    else paint(context, one);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The picture could not be made');
  const { course, day } = card.match;
  return new File([blob], `Scorecard ${course.name} ${day ?? ''}.png`, { type: 'image/png' });
}

function paint(context: CanvasRenderingContext2D, shape: Exclude<Drawn, { text: string }>): void {
  context.beginPath();
  context.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
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
  { text, x, y, size, fill, max = Infinity, ...style }: Extract<Drawn, { text: string }>,
): void {
  const { serif = false, weight = serif ? 500 : 400, align = 'left' } = style;
  const fit = (shown: number): void => {
    context.font = `${weight} ${shown}px ${serif ? SERIF : SANS}`;
    if (context.measureText(text).width > max && shown > SMALLEST) fit(shown - 2);
  };
  fit(size);
  context.textAlign = align;
  context.fillStyle = fill;
  context.fillText(text, x, y);
}
