"""Words of sources and questions, whatever is asked: stems, kinds, measures, statements, other languages."""
