import styled from '@emotion/styled';
import { useState, type ReactNode } from 'react';

// The height never depends on what has loaded: nothing under the banner moves.
const Banner = styled.aside`
  display: flex;
  height: 110px;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius-key);
  background: var(--sunk);
  & > img {
    flex: none;
    width: 45%;
    height: 100%;
    object-fit: cover;
  }
  & > img:only-child {
    width: 100%;
  }
  & > div {
    flex: 1;
    display: grid;
    align-content: center;
    gap: 2px;
    min-width: 0;
    padding: var(--space-1) var(--space-4);
  }
  & small {
    color: var(--ink-2);
    font-size: var(--text-12);
  }
  & strong {
    font: 500 var(--text-18) / 1.15 var(--serif);
  }
  & strong,
  & p {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  & p {
    font-size: var(--text-14);
    line-height: 1.25;
  }
`;

/** Properties of {@link SponsorBanner}. */
export interface SponsorBannerProps {
  name: string;
  text?: string | null;
  image?: { url: string; alt: string } | null;
}

/** A sponsor's advert, exactly 110 px high; without its picture the name and words stand alone. */
export function SponsorBanner({ name, text, image = null }: SponsorBannerProps): ReactNode {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = image !== null && image.url !== broken ? image : null;
  return (
    <Banner aria-label="Sponsor">
      {shown !== null && <img src={shown.url} alt={shown.alt} decoding="async" onError={() => setBroken(shown.url)} />}
      <div>
        <small>Sponsor</small>
        <strong>{name}</strong>
        {(text ?? '') !== '' && <p>{text}</p>}
      </div>
    </Banner>
  );
}
