import { handicapForShow, type BoardAnswer, type Format } from '@fairmark/contract';
import { preload } from 'react-dom';
import type { SponsorBannerProps } from '../../../adverts/sponsor-banner.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { segmentWords } from '../../../golf/result-words.js';
import { localDay, longDay, timeWords } from '../../../text/dates.js';
import { counted, sentence, signed } from '../../../text/words.js';
import { useUnbroken } from '../../../ui/pictures.js';
import { Foot, Head, New, Sponsor, Table, Words } from './board-parts.js';
import type { BoardPage } from './board-state.js';
import type { BoardView } from './use-board.js';

/** Of an advert's picture. */
const SIZES = '48vw';

/** The current page of the board. */
export function BoardScreen({ answer, shown, nextAdvert, fresh, live, away, minute }: BoardView) {
  if (answer === null || shown === undefined) {
    return (
      <Words>
        <h1>{away ? 'No connection' : 'Loading the board'}</h1>
        {away && <p>The board asks again by itself.</p>}
      </Words>
    );
  }
  const image = nextAdvert?.image;
  // A picture that came later than the words beside it would move them.
  if (image) preload(image.url, { as: 'image', imageSrcSet: image.srcSet, imageSizes: SIZES });
  const { name, timeZone } = answer.course;
  const today = localDay(new Date(minute), timeZone);
  return (
    <>
      <Head>
        <div>
          <h1>{name}</h1>
          <p>
            {shown.title}
            {answer.day !== today && `, ${longDay(answer.day)}`}
          </p>
        </div>
        <div>
          <time dateTime={new Date(minute).toISOString()}>{timeWords(minute, timeZone)}</time>
          <p>{longDay(today)}</p>
        </div>
      </Head>
      {shown.kind === 'rows' && <BoardTable {...shown} fresh={new Set(fresh.map(({ key }) => key))} />}
      {shown.kind === 'advert' && nextAdvert && <Advert {...nextAdvert} />}
      {shown.kind === 'empty' && (
        <Words>
          <h2>No cards yet today</h2>
          <p>A card stands here as soon as player and marker have signed it.</p>
        </Words>
      )}
      <Foot>
        <Status answer={answer} live={live} away={away} />
        <p>
          {answer.cards > 0 && `${counted(answer.cards, 'card')} · `}
          <b>Fairmark</b>
        </p>
      </Foot>
    </>
  );
}

function Advert({ name, text, image }: SponsorBannerProps) {
  const { src, onError } = useUnbroken(image?.url);
  return (
    <Sponsor aria-label="Sponsor">
      {image && src !== null && <img alt={image.alt} src={src} srcSet={image.srcSet} sizes={SIZES} onError={onError} />}
      <div>
        <small>Sponsor</small>
        <strong>{name ?? text}</strong>
        {name !== null && text && <p>{text}</p>}
      </div>
    </Sponsor>
  );
}

function Status({ answer, live, away }: { answer: BoardAnswer } & Pick<BoardView, 'live' | 'away'>) {
  const heard = timeWords(answer.now, answer.course.timeZone);
  if (away) return <p data-away="true">No connection. Last updated {heard}</p>;
  if (answer.stale === true) return <p data-away="true">The latest cards may be missing</p>;
  return (
    <p>
      {live ? 'Live' : 'Updates every minute'} · {heard}
    </p>
  );
}

const HEADS: Readonly<Record<Format, string>> = { STABLEFORD: 'Points', STROKE: 'Nett', PAR: 'Par' };

type RowsPage = Extract<BoardPage, { kind: 'rows' }>;

function BoardTable({ format, rows, number, fresh }: RowsPage & { fresh: ReadonlySet<string> }) {
  const text = format === 'PAR' ? signed : String;
  const heads = { place: 'Pos', player: 'Player', daily: 'Daily', result: HEADS[format] };
  return (
    <Table key={`${format} ${number}`}>
      <caption className="visually-hidden">{FORMAT_WORDS[format].name}</caption>
      <thead>
        <tr>
          {Object.entries(heads).map(([kind, head]) => (
            <th key={kind} scope="col" data-kind={kind}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, rankLabel, fullName, countback, dailyHandicap, result, noScore }) => (
          <tr key={key} data-fresh={fresh.has(key)} data-first={rankLabel === '1' || rankLabel === 'T1'}>
            <td data-kind="place">{rankLabel}</td>
            <th scope="row">
              {fullName}
              {fresh.has(key) && <New>New</New>}
              {noScore && <small>with a No Score</small>}
              {countback !== null && <small>{sentence(segmentWords(countback))}</small>}
            </th>
            <td data-kind="daily">{handicapForShow(dailyHandicap, 0)}</td>
            <td data-kind="result">{result === null ? '–' : text(result)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
