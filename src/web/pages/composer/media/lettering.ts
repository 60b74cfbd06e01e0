/** A text on a picture, drawn by Konva: it wraps, is dragged by mouse or finger, and becomes a part of the
 * picture. */
import Konva from 'konva/lib/Core.js';
import { Image as Picture } from 'konva/lib/shapes/Image.js';
import { Label, Tag } from 'konva/lib/shapes/Label.js';
import { Text } from 'konva/lib/shapes/Text.js';
import { drawnSize } from './new-picture.ts';

/** Where it stands in the room that it leaves: 0 = left or top, 1 = right or bottom. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Lettering {
  readonly text: string;
  /** Of a line, as a share of the picture's height. */
  readonly size: number;
  readonly colour: 'white' | 'black';
  /** Whether it stands on a band in the other colour. */
  readonly band: boolean;
  readonly place: Place;
}

export interface Lettered {
  show(lettering: Lettering): void;
  /** The picture with its text, as large as the picture. */
  draw(): HTMLCanvasElement;
  end(): void;
}

/** The largest share of the picture's width that a line takes. */
const WIDEST = 0.94;

/** Shows the picture in `container`, as large as there is room. */
export function letter(
  container: HTMLDivElement,
  image: HTMLImageElement,
  onMove: (place: Place) => void,
): Lettered {
  const { width, height } = drawnSize(image);
  const stage = new Konva.Stage({ container, width: 1, height: 1 });
  const layer = new Konva.Layer();
  const label = new Label({ draggable: true });
  const tag = new Tag();
  const text = new Text({ fontFamily: getComputedStyle(container).fontFamily, fontStyle: '600' });
  label.add(tag, text);
  layer.add(new Picture({ image, width, height }), label);
  stage.add(layer);

  const fit = (scale: number): void => {
    stage.size({ width: width * scale, height: height * scale });
    stage.scale({ x: scale, y: scale });
  };
  const fitToRoom = (): void => {
    const { clientWidth, clientHeight } = container.parentElement ?? container;
    fit(Math.min(clientWidth / width, clientHeight / height, 1));
  };
  const room = () => ({ x: width - label.width(), y: height - label.height() });
  const within = (value: number, most: number): number => Math.min(Math.max(value, 0), Math.max(most, 0));
  label.on('dragmove', () => {
    const most = room();
    label.position({ x: within(label.x(), most.x), y: within(label.y(), most.y) });
    onMove({ x: most.x > 0 ? label.x() / most.x : 0, y: most.y > 0 ? label.y() / most.y : 0 });
  });
  fitToRoom();
  const observer = new ResizeObserver(fitToRoom);
  observer.observe(container.parentElement ?? container);
  return {
    show({ text: written, size, colour, band, place }) {
      const other = colour === 'white' ? 'black' : 'white';
      const fontSize = size * height;
      text.setAttrs({
        text: written,
        fontSize,
        padding: fontSize * 0.3,
        align: 'center',
        lineHeight: 1.2,
        width: undefined,
        fill: colour,
        // Legible on any picture.
        stroke: band ? undefined : other,
        strokeWidth: fontSize / 10,
        lineJoin: 'round',
        fillAfterStrokeEnabled: true,
      });
      if (text.width() > width * WIDEST) text.width(width * WIDEST);
      tag.setAttrs({ fill: band ? other : undefined, opacity: 0.75, cornerRadius: fontSize * 0.2 });
      const most = room();
      label.position({ x: place.x * most.x, y: place.y * most.y });
    },
    draw() {
      // What is shown stays small: a canvas of the whole picture is large, and there would be several.
      const scale = stage.scaleX();
      const size = { width: (width + 0.5) * scale, height: (height + 0.5) * scale };
      return layer.toCanvas({ x: 0, y: 0, ...size, pixelRatio: 1 / scale });
    },
    end() {
      observer.disconnect();
      stage.destroy();
    },
  };
}
