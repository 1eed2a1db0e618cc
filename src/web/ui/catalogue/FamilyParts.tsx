import { Button } from '../base/Button.tsx';
import { Stars } from '../forms/Stars.tsx';
import { Badge } from '../lists/Badge.tsx';
import { Card } from '../lists/Card.tsx';
import { ScoreBadge, ScoreBar } from '../lists/ScoreBar.tsx';
import { AddCard, Booklet } from '../paper/Booklet.tsx';
import { ChildCover, CoverLink } from '../paper/Cover.tsx';
import styles from './Catalogue.module.css';
import { icons, Part } from './sample.tsx';

/** Renders children as booklets, bars and badges. */
export function ChildrenPart() {
  return (
    <>
      <Part name="Filhos">
        <div className={styles.three}>
          {(
            [
              [2, 'Maria Domingos', '4º Ano · Escola nº 1.107', 78],
              [3, 'João Domingos', '2º Ano · Escola não especificada', 54],
            ] as const
          ).map(([cover, name, detail, score]) => (
            <Booklet key={name} cover={cover} name={name} detail={detail}>
              <div className={styles.stack}>
                <div className={styles.between}>
                  <b className={styles.score}>{score}%</b>
                  <ScoreBadge value={score} />
                </div>
                <ScoreBar value={score} />
              </div>
              <Button variant="secondary" full href="#relatorios">
                Ver relatórios
              </Button>
            </Booklet>
          ))}
          <AddCard
            title="Adicionar Filho"
            text="Adicione outro filho para acompanhar seu desempenho escolar"
            href="#adicionar"
          />
        </div>
        <ChildCover cover={2} name="Maria" title="Testes para Maria" detail="4º Ano · Plano Essencial" heading="h2">
          <CoverLink href="#mudar">Mudar de criança</CoverLink>
        </ChildCover>
      </Part>
      <Part name="Barras, etiquetas, estrelas">
        <Card>
          <div className={styles.stack}>
            <ScoreBar value={100} withNumber />
            <ScoreBar value={70} withNumber />
            <ScoreBar value={33} withNumber />
            <ScoreBar value={0} withNumber />
            <ScoreBar value={null} withNumber />
          </div>
          <div className={styles.row}>
            <ScoreBadge value={70} />
            <ScoreBadge value={33}>1 de 3</ScoreBadge>
            <ScoreBadge value={null} />
            <Badge>recomendado</Badge>
            <Badge tone="flag" icon={<icons.IconFlag size={16} />}>
              por rever
            </Badge>
            <Badge tone="off">Inativo</Badge>
            <Stars value={2} label="Básico" />
            <Stars label="Intermediário" />
            <Stars value={5} label="Avançado" />
          </div>
        </Card>
      </Part>
    </>
  );
}
