import styled from '@emotion/styled';
import { Fragment } from 'react';
import { useUnbroken } from '../ui/pictures.js';

// 110 px: nothing below the banner moves while it loads. Only large text may need more.
const Banner = styled.section`
  display: flex;
  min-height: 6.875rem;
  overflow: hidden;
  container-type: inline-size;
  border: 1px solid var(--line);
  border-radius: var(--radius-key);
  background: var(--sunk);
  & > img {
    flex: none;
    width: 40%;
    max-width: 10rem;
    height: calc(6.875rem - 2px);
    object-fit: cover;
  }
  & > img:only-child {
    width: 100%;
    max-width: none;
  }
  & > div {
    flex: 1;
    display: grid;
    align-content: center;
    gap: 2px;
    min-width: 0;
    padding: var(--space-1) var(--space-3);
  }
  & small {
    font-size: var(--text-12);
  }
  & strong {
    font: 500 var(--text-18) / 1.15 var(--serif);
  }
  & > img + div strong {
    font-size: var(--text-16);
  }
  & strong,
  & p {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  /* An advert without a sponsor is all text. */
  & strong:last-child {
    line-height: 1.1;
    -webkit-line-clamp: 4;
  }
  & p {
    font-size: var(--text-14);
    line-height: 1.25;
  }
  @container (max-width: 16rem) {
    & > img:not(:only-child) {
      display: none;
    }
    & strong,
    & p {
      display: block;
    }
  }
`;

const SIZES = '(min-width: 432px) 160px, 40vw';
const SIZES_ALONE = '(min-width: 1024px) 680px, 100vw';

export interface SponsorBannerProps {
  /** Null: the advert names no sponsor and consists of its text and image. */
  name: string | null;
  text?: string | null | undefined;
  image?: { url: string; alt: string; srcSet?: string } | null;
}

/** A sponsor's advert, 110 px high; without an image, name and text fill it. Loads at low priority. */
export function SponsorBanner({ name, text = null, image = null }: SponsorBannerProps) {
  const { src, onError } = useUnbroken(image?.url);
  const shown = src === null ? null : image;
  const words = name ?? text ?? '';
  return (
    <Banner aria-label="Sponsor">
      {/* The key remounts the elements for another advert, so that none of them shifts. */}
      <Fragment key={[shown?.url, name, text].join(' ')}>
        {shown !== null && (
          <img
            loading="lazy"
            decoding="async"
            fetchPriority="low"
            alt={shown.alt}
            sizes={words === '' ? SIZES_ALONE : SIZES}
            srcSet={shown.srcSet}
            src={shown.url}
            onError={onError}
          />
        )}
        {words !== '' && (
          <div>
            <small>Sponsor</small>
            <strong>{words}</strong>
            {name !== null && (text ?? '') !== '' && <p>{text}</p>}
          </div>
        )}
      </Fragment>
    </Banner>
  );
}
